module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<16x24xi8>, %arg1: tensor<24x8xi8>, %arg2: tensor<16x12xui8>, %arg3: tensor<16x12xui64>, %arg4: tensor<16x12xi16>, %arg5: tensor<16x12xui16>, %arg6: tensor<16x12xi64>, %arg7: tensor<8xui8>) -> (tensor<16x8xi32> {jax.result_info = "result[0]"}, tensor<16x8xi8> {jax.result_info = "result[1]"}, tensor<16x16xui64> {jax.result_info = "result[2]"}, tensor<16xi8> {jax.result_info = "result[3]"}, tensor<24xi8> {jax.result_info = "result[4]"}, tensor<24xi8> {jax.result_info = "result[5]"}, tensor<16xi8> {jax.result_info = "result[6]"}, tensor<24xi8> {jax.result_info = "result[7]"}, tensor<16xi8> {jax.result_info = "result[8]"}, tensor<i8> {jax.result_info = "result[9]"}, tensor<16xi32> {jax.result_info = "result[10]"}, tensor<16xui8> {jax.result_info = "result[11]"}, tensor<12xui8> {jax.result_info = "result[12]"}, tensor<12xui8> {jax.result_info = "result[13]"}, tensor<16xui8> {jax.result_info = "result[14]"}, tensor<12xui8> {jax.result_info = "result[15]"}, tensor<16xui8> {jax.result_info = "result[16]"}, tensor<ui8> {jax.result_info = "result[17]"}, tensor<16xi32> {jax.result_info = "result[18]"}, tensor<16xui64> {jax.result_info = "result[19]"}, tensor<12xui64> {jax.result_info = "result[20]"}, tensor<12xui64> {jax.result_info = "result[21]"}, tensor<16xui64> {jax.result_info = "result[22]"}, tensor<12xui64> {jax.result_info = "result[23]"}, tensor<16xui64> {jax.result_info = "result[24]"}, tensor<ui64> {jax.result_info = "result[25]"}, tensor<16xi32> {jax.result_info = "result[26]"}, tensor<16xi16> {jax.result_info = "result[27]"}, tensor<12xi16> {jax.result_info = "result[28]"}, tensor<12xi16> {jax.result_info = "result[29]"}, tensor<16xi16> {jax.result_info = "result[30]"}, tensor<12xi16> {jax.result_info = "result[31]"}, tensor<16xi16> {jax.result_info = "result[32]"}, tensor<i16> {jax.result_info = "result[33]"}, tensor<16xi32> {jax.result_info = "result[34]"}, tensor<16xui16> {jax.result_info = "result[35]"}, tensor<12xui16> {jax.result_info = "result[36]"}, tensor<12xui16> {jax.result_info = "result[37]"}, tensor<16xui16> {jax.result_info = "result[38]"}, tensor<12xui16> {jax.result_info = "result[39]"}, tensor<16xui16> {jax.result_info = "result[40]"}, tensor<ui16> {jax.result_info = "result[41]"}, tensor<16xi32> {jax.result_info = "result[42]"}, tensor<16xi64> {jax.result_info = "result[43]"}, tensor<12xi64> {jax.result_info = "result[44]"}, tensor<12xi64> {jax.result_info = "result[45]"}, tensor<16xi64> {jax.result_info = "result[46]"}, tensor<12xi64> {jax.result_info = "result[47]"}, tensor<16xi64> {jax.result_info = "result[48]"}, tensor<i64> {jax.result_info = "result[49]"}, tensor<16xi32> {jax.result_info = "result[50]"}, tensor<16x12xi8> {jax.result_info = "result[51]"}, tensor<16x12xf32> {jax.result_info = "result[52]"}, tensor<16x12xf64> {jax.result_info = "result[53]"}, tensor<16x12xi16> {jax.result_info = "result[54]"}, tensor<16x12xf32> {jax.result_info = "result[55]"}, tensor<16x12xf64> {jax.result_info = "result[56]"}, tensor<16x12xi32> {jax.result_info = "result[57]"}, tensor<16x12xf32> {jax.result_info = "result[58]"}, tensor<16x12xf64> {jax.result_info = "result[59]"}, tensor<16x12xi64> {jax.result_info = "result[60]"}, tensor<16x12xf32> {jax.result_info = "result[61]"}, tensor<16x12xf64> {jax.result_info = "result[62]"}, tensor<16x12xui8> {jax.result_info = "result[63]"}, tensor<16x12xf32> {jax.result_info = "result[64]"}, tensor<16x12xf64> {jax.result_info = "result[65]"}, tensor<16x12xui16> {jax.result_info = "result[66]"}, tensor<16x12xf32> {jax.result_info = "result[67]"}, tensor<16x12xf64> {jax.result_info = "result[68]"}, tensor<16x12xui32> {jax.result_info = "result[69]"}, tensor<16x12xf32> {jax.result_info = "result[70]"}, tensor<16x12xf64> {jax.result_info = "result[71]"}, tensor<16x12xui64> {jax.result_info = "result[72]"}, tensor<16x12xf32> {jax.result_info = "result[73]"}, tensor<16x12xf64> {jax.result_info = "result[74]"}, tensor<16x12xui64> {jax.result_info = "result[75]"}, tensor<16x12xi8> {jax.result_info = "result[76]"}, tensor<16x12xi16> {jax.result_info = "result[77]"}, tensor<16x12xi32> {jax.result_info = "result[78]"}, tensor<16x12xi64> {jax.result_info = "result[79]"}, tensor<16x12xui8> {jax.result_info = "result[80]"}, tensor<16x12xui16> {jax.result_info = "result[81]"}, tensor<16x12xui32> {jax.result_info = "result[82]"}, tensor<16x12xui64> {jax.result_info = "result[83]"}, tensor<16x12xui16> {jax.result_info = "result[84]"}, tensor<16x12xf64> {jax.result_info = "result[85]"}, tensor<16x12xi8> {jax.result_info = "result[86]"}, tensor<8x12xui64> {jax.result_info = "result[87]"}, tensor<4x5xi16> {jax.result_info = "result[88]"}, tensor<16x12xui16> {jax.result_info = "result[89]"}, tensor<16x12xui16> {jax.result_info = "result[90]"}, tensor<ui64> {jax.result_info = "result[91]"}, tensor<16x24xi8> {jax.result_info = "result[92]"}, tensor<16x24xi8> {jax.result_info = "result[93]"}, tensor<16x12xui8> {jax.result_info = "result[94]"}, tensor<16x12xui64> {jax.result_info = "result[95]"}, tensor<16x24xi8> {jax.result_info = "result[96]"}, tensor<19x23xui16> {jax.result_info = "result[97]"}, tensor<24x32xi8> {jax.result_info = "result[98]"}, tensor<16x3xi16> {jax.result_info = "result[99]"}, tensor<16x6xui64> {jax.result_info = "result[100]"}, tensor<16x4xi8> {jax.result_info = "result[101]"}) {
    %c = stablehlo.constant dense<[1, 3000, -3001]> : tensor<3xi16>
    %c_0 = stablehlo.constant dense<[0, 1, 9223372036854775808, 18446744073709551615, 9223372036854775807, 7]> : tensor<6xui64>
    %c_1 = stablehlo.constant dense<[-128, 127, -1, 5]> : tensor<4xi8>
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16x24xi8>, tensor<24x8xi8>) -> tensor<16x8xi32>
    %1 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16x24xi8>, tensor<24x8xi8>) -> tensor<16x8xi8>
    %2 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<16x12xui8>) -> tensor<12x16xui8>
    %3 = stablehlo.dot_general %arg2, %2, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<16x12xui8>, tensor<12x16xui8>) -> tensor<16x16xui64>
    %c_2 = stablehlo.constant dense<0> : tensor<i8>
    %4 = stablehlo.reduce(%arg0 init: %c_2) applies stablehlo.add across dimensions = [1] : (tensor<16x24xi8>, tensor<i8>) -> tensor<16xi8>
    %c_3 = stablehlo.constant dense<1> : tensor<i8>
    %5 = stablehlo.reduce(%arg0 init: %c_3) applies stablehlo.multiply across dimensions = [0] : (tensor<16x24xi8>, tensor<i8>) -> tensor<24xi8>
    %c_4 = stablehlo.constant dense<-128> : tensor<i8>
    %6 = stablehlo.reduce(%arg0 init: %c_4) applies stablehlo.maximum across dimensions = [0] : (tensor<16x24xi8>, tensor<i8>) -> tensor<24xi8>
    %c_5 = stablehlo.constant dense<127> : tensor<i8>
    %7 = stablehlo.reduce(%arg0 init: %c_5) applies stablehlo.minimum across dimensions = [1] : (tensor<16x24xi8>, tensor<i8>) -> tensor<16xi8>
    %c_6 = stablehlo.constant dense<-1> : tensor<i8>
    %8 = stablehlo.reduce(%arg0 init: %c_6) applies stablehlo.and across dimensions = [0] : (tensor<16x24xi8>, tensor<i8>) -> tensor<24xi8>
    %c_7 = stablehlo.constant dense<0> : tensor<i8>
    %9 = stablehlo.reduce(%arg0 init: %c_7) applies stablehlo.or across dimensions = [1] : (tensor<16x24xi8>, tensor<i8>) -> tensor<16xi8>
    %c_8 = stablehlo.constant dense<0> : tensor<i8>
    %10 = stablehlo.reduce(%arg0 init: %c_8) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x24xi8>, tensor<i8>) -> tensor<i8>
    %11 = call @argmax(%arg0) : (tensor<16x24xi8>) -> tensor<16xi32>
    %c_9 = stablehlo.constant dense<0> : tensor<ui8>
    %12 = stablehlo.reduce(%arg2 init: %c_9) applies stablehlo.add across dimensions = [1] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<16xui8>
    %c_10 = stablehlo.constant dense<1> : tensor<ui8>
    %13 = stablehlo.reduce(%arg2 init: %c_10) applies stablehlo.multiply across dimensions = [0] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<12xui8>
    %c_11 = stablehlo.constant dense<0> : tensor<ui8>
    %14 = stablehlo.reduce(%arg2 init: %c_11) applies stablehlo.maximum across dimensions = [0] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<12xui8>
    %c_12 = stablehlo.constant dense<255> : tensor<ui8>
    %15 = stablehlo.reduce(%arg2 init: %c_12) applies stablehlo.minimum across dimensions = [1] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<16xui8>
    %c_13 = stablehlo.constant dense<255> : tensor<ui8>
    %16 = stablehlo.reduce(%arg2 init: %c_13) applies stablehlo.and across dimensions = [0] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<12xui8>
    %c_14 = stablehlo.constant dense<0> : tensor<ui8>
    %17 = stablehlo.reduce(%arg2 init: %c_14) applies stablehlo.or across dimensions = [1] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<16xui8>
    %c_15 = stablehlo.constant dense<0> : tensor<ui8>
    %18 = stablehlo.reduce(%arg2 init: %c_15) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x12xui8>, tensor<ui8>) -> tensor<ui8>
    %19 = call @argmax_0(%arg2) : (tensor<16x12xui8>) -> tensor<16xi32>
    %c_16 = stablehlo.constant dense<0> : tensor<ui64>
    %20 = stablehlo.reduce(%arg3 init: %c_16) applies stablehlo.add across dimensions = [1] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<16xui64>
    %c_17 = stablehlo.constant dense<1> : tensor<ui64>
    %21 = stablehlo.reduce(%arg3 init: %c_17) applies stablehlo.multiply across dimensions = [0] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<12xui64>
    %c_18 = stablehlo.constant dense<0> : tensor<ui64>
    %22 = stablehlo.reduce(%arg3 init: %c_18) applies stablehlo.maximum across dimensions = [0] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<12xui64>
    %c_19 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %23 = stablehlo.reduce(%arg3 init: %c_19) applies stablehlo.minimum across dimensions = [1] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<16xui64>
    %c_20 = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
    %24 = stablehlo.reduce(%arg3 init: %c_20) applies stablehlo.and across dimensions = [0] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<12xui64>
    %c_21 = stablehlo.constant dense<0> : tensor<ui64>
    %25 = stablehlo.reduce(%arg3 init: %c_21) applies stablehlo.or across dimensions = [1] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<16xui64>
    %c_22 = stablehlo.constant dense<0> : tensor<ui64>
    %26 = stablehlo.reduce(%arg3 init: %c_22) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x12xui64>, tensor<ui64>) -> tensor<ui64>
    %27 = call @argmax_1(%arg3) : (tensor<16x12xui64>) -> tensor<16xi32>
    %c_23 = stablehlo.constant dense<0> : tensor<i16>
    %28 = stablehlo.reduce(%arg4 init: %c_23) applies stablehlo.add across dimensions = [1] : (tensor<16x12xi16>, tensor<i16>) -> tensor<16xi16>
    %c_24 = stablehlo.constant dense<1> : tensor<i16>
    %29 = stablehlo.reduce(%arg4 init: %c_24) applies stablehlo.multiply across dimensions = [0] : (tensor<16x12xi16>, tensor<i16>) -> tensor<12xi16>
    %c_25 = stablehlo.constant dense<-32768> : tensor<i16>
    %30 = stablehlo.reduce(%arg4 init: %c_25) applies stablehlo.maximum across dimensions = [0] : (tensor<16x12xi16>, tensor<i16>) -> tensor<12xi16>
    %c_26 = stablehlo.constant dense<32767> : tensor<i16>
    %31 = stablehlo.reduce(%arg4 init: %c_26) applies stablehlo.minimum across dimensions = [1] : (tensor<16x12xi16>, tensor<i16>) -> tensor<16xi16>
    %c_27 = stablehlo.constant dense<-1> : tensor<i16>
    %32 = stablehlo.reduce(%arg4 init: %c_27) applies stablehlo.and across dimensions = [0] : (tensor<16x12xi16>, tensor<i16>) -> tensor<12xi16>
    %c_28 = stablehlo.constant dense<0> : tensor<i16>
    %33 = stablehlo.reduce(%arg4 init: %c_28) applies stablehlo.or across dimensions = [1] : (tensor<16x12xi16>, tensor<i16>) -> tensor<16xi16>
    %c_29 = stablehlo.constant dense<0> : tensor<i16>
    %34 = stablehlo.reduce(%arg4 init: %c_29) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x12xi16>, tensor<i16>) -> tensor<i16>
    %35 = call @argmax_2(%arg4) : (tensor<16x12xi16>) -> tensor<16xi32>
    %c_30 = stablehlo.constant dense<0> : tensor<ui16>
    %36 = stablehlo.reduce(%arg5 init: %c_30) applies stablehlo.add across dimensions = [1] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<16xui16>
    %c_31 = stablehlo.constant dense<1> : tensor<ui16>
    %37 = stablehlo.reduce(%arg5 init: %c_31) applies stablehlo.multiply across dimensions = [0] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<12xui16>
    %c_32 = stablehlo.constant dense<0> : tensor<ui16>
    %38 = stablehlo.reduce(%arg5 init: %c_32) applies stablehlo.maximum across dimensions = [0] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<12xui16>
    %c_33 = stablehlo.constant dense<65535> : tensor<ui16>
    %39 = stablehlo.reduce(%arg5 init: %c_33) applies stablehlo.minimum across dimensions = [1] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<16xui16>
    %c_34 = stablehlo.constant dense<65535> : tensor<ui16>
    %40 = stablehlo.reduce(%arg5 init: %c_34) applies stablehlo.and across dimensions = [0] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<12xui16>
    %c_35 = stablehlo.constant dense<0> : tensor<ui16>
    %41 = stablehlo.reduce(%arg5 init: %c_35) applies stablehlo.or across dimensions = [1] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<16xui16>
    %c_36 = stablehlo.constant dense<0> : tensor<ui16>
    %42 = stablehlo.reduce(%arg5 init: %c_36) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<ui16>
    %43 = call @argmax_3(%arg5) : (tensor<16x12xui16>) -> tensor<16xi32>
    %c_37 = stablehlo.constant dense<0> : tensor<i64>
    %44 = stablehlo.reduce(%arg6 init: %c_37) applies stablehlo.add across dimensions = [1] : (tensor<16x12xi64>, tensor<i64>) -> tensor<16xi64>
    %c_38 = stablehlo.constant dense<1> : tensor<i64>
    %45 = stablehlo.reduce(%arg6 init: %c_38) applies stablehlo.multiply across dimensions = [0] : (tensor<16x12xi64>, tensor<i64>) -> tensor<12xi64>
    %c_39 = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %46 = stablehlo.reduce(%arg6 init: %c_39) applies stablehlo.maximum across dimensions = [0] : (tensor<16x12xi64>, tensor<i64>) -> tensor<12xi64>
    %c_40 = stablehlo.constant dense<9223372036854775807> : tensor<i64>
    %47 = stablehlo.reduce(%arg6 init: %c_40) applies stablehlo.minimum across dimensions = [1] : (tensor<16x12xi64>, tensor<i64>) -> tensor<16xi64>
    %c_41 = stablehlo.constant dense<-1> : tensor<i64>
    %48 = stablehlo.reduce(%arg6 init: %c_41) applies stablehlo.and across dimensions = [0] : (tensor<16x12xi64>, tensor<i64>) -> tensor<12xi64>
    %c_42 = stablehlo.constant dense<0> : tensor<i64>
    %49 = stablehlo.reduce(%arg6 init: %c_42) applies stablehlo.or across dimensions = [1] : (tensor<16x12xi64>, tensor<i64>) -> tensor<16xi64>
    %c_43 = stablehlo.constant dense<0> : tensor<i64>
    %50 = stablehlo.reduce(%arg6 init: %c_43) applies stablehlo.xor across dimensions = [0, 1] : (tensor<16x12xi64>, tensor<i64>) -> tensor<i64>
    %51 = call @argmax_4(%arg6) : (tensor<16x12xi64>) -> tensor<16xi32>
    %c_44 = stablehlo.constant dense<9> : tensor<ui64>
    %52 = stablehlo.broadcast_in_dim %c_44, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %53 = stablehlo.shift_right_logical %arg3, %52 : tensor<16x12xui64>
    %54 = stablehlo.xor %arg3, %53 : tensor<16x12xui64>
    %55 = stablehlo.convert %54 : (tensor<16x12xui64>) -> tensor<16x12xi8>
    %56 = stablehlo.iota dim = 0 : tensor<12xi64>
    %57 = stablehlo.convert %56 : (tensor<12xi64>) -> tensor<12xi8>
    %58 = stablehlo.broadcast_in_dim %57, dims = [1] : (tensor<12xi8>) -> tensor<1x12xi8>
    %59 = stablehlo.broadcast_in_dim %58, dims = [0, 1] : (tensor<1x12xi8>) -> tensor<16x12xi8>
    %60 = stablehlo.add %55, %59 : tensor<16x12xi8>
    %61 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xi8>
    %c_45 = stablehlo.constant dense<3> : tensor<i8>
    %62 = stablehlo.broadcast_in_dim %c_45, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %63 = stablehlo.shift_right_logical %61, %62 : tensor<16x12xi8>
    %64 = stablehlo.add %60, %63 : tensor<16x12xi8>
    %65 = stablehlo.subtract %60, %63 : tensor<16x12xi8>
    %66 = stablehlo.multiply %60, %63 : tensor<16x12xi8>
    %67 = stablehlo.divide %60, %63 : tensor<16x12xi8>
    %68 = stablehlo.remainder %60, %63 : tensor<16x12xi8>
    %69 = stablehlo.maximum %60, %63 : tensor<16x12xi8>
    %70 = stablehlo.minimum %60, %63 : tensor<16x12xi8>
    %71 = stablehlo.and %60, %63 : tensor<16x12xi8>
    %72 = stablehlo.or %60, %63 : tensor<16x12xi8>
    %73 = stablehlo.xor %60, %63 : tensor<16x12xi8>
    %74 = stablehlo.not %60 : tensor<16x12xi8>
    %75 = stablehlo.shift_left %60, %63 : tensor<16x12xi8>
    %76 = stablehlo.shift_right_arithmetic %60, %63 : tensor<16x12xi8>
    %77 = stablehlo.shift_right_logical %60, %63 : tensor<16x12xi8>
    %78 = stablehlo.negate %60 : tensor<16x12xi8>
    %79 = stablehlo.sign %60 : tensor<16x12xi8>
    %80 = stablehlo.popcnt %60 : tensor<16x12xi8>
    %81 = stablehlo.count_leading_zeros %60 : tensor<16x12xi8>
    %82 = stablehlo.compare LT, %60, %63, SIGNED : (tensor<16x12xi8>, tensor<16x12xi8>) -> tensor<16x12xi1>
    %c_46 = stablehlo.constant dense<1> : tensor<i8>
    %83 = stablehlo.broadcast_in_dim %c_46, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %84 = stablehlo.add %63, %83 : tensor<16x12xi8>
    %85 = call @_where(%82, %60, %84) : (tensor<16x12xi1>, tensor<16x12xi8>, tensor<16x12xi8>) -> tensor<16x12xi8>
    %86 = stablehlo.compare GE, %60, %63, SIGNED : (tensor<16x12xi8>, tensor<16x12xi8>) -> tensor<16x12xi1>
    %87 = stablehlo.multiply %60, %60 : tensor<16x12xi8>
    %88 = call @_where(%86, %87, %63) : (tensor<16x12xi1>, tensor<16x12xi8>, tensor<16x12xi8>) -> tensor<16x12xi8>
    %89 = stablehlo.abs %60 : tensor<16x12xi8>
    %c_47 = stablehlo.constant dense<3> : tensor<i8>
    %90 = stablehlo.broadcast_in_dim %c_47, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %91 = stablehlo.multiply %64, %90 : tensor<16x12xi8>
    %92 = stablehlo.add %91, %65 : tensor<16x12xi8>
    %c_48 = stablehlo.constant dense<3> : tensor<i8>
    %93 = stablehlo.broadcast_in_dim %c_48, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %94 = stablehlo.multiply %92, %93 : tensor<16x12xi8>
    %95 = stablehlo.add %94, %66 : tensor<16x12xi8>
    %c_49 = stablehlo.constant dense<3> : tensor<i8>
    %96 = stablehlo.broadcast_in_dim %c_49, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %97 = stablehlo.multiply %95, %96 : tensor<16x12xi8>
    %98 = stablehlo.add %97, %67 : tensor<16x12xi8>
    %c_50 = stablehlo.constant dense<3> : tensor<i8>
    %99 = stablehlo.broadcast_in_dim %c_50, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %100 = stablehlo.multiply %98, %99 : tensor<16x12xi8>
    %101 = stablehlo.add %100, %68 : tensor<16x12xi8>
    %c_51 = stablehlo.constant dense<3> : tensor<i8>
    %102 = stablehlo.broadcast_in_dim %c_51, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %103 = stablehlo.multiply %101, %102 : tensor<16x12xi8>
    %104 = stablehlo.add %103, %69 : tensor<16x12xi8>
    %c_52 = stablehlo.constant dense<3> : tensor<i8>
    %105 = stablehlo.broadcast_in_dim %c_52, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %106 = stablehlo.multiply %104, %105 : tensor<16x12xi8>
    %107 = stablehlo.add %106, %70 : tensor<16x12xi8>
    %c_53 = stablehlo.constant dense<3> : tensor<i8>
    %108 = stablehlo.broadcast_in_dim %c_53, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %109 = stablehlo.multiply %107, %108 : tensor<16x12xi8>
    %110 = stablehlo.add %109, %71 : tensor<16x12xi8>
    %c_54 = stablehlo.constant dense<3> : tensor<i8>
    %111 = stablehlo.broadcast_in_dim %c_54, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %112 = stablehlo.multiply %110, %111 : tensor<16x12xi8>
    %113 = stablehlo.add %112, %72 : tensor<16x12xi8>
    %c_55 = stablehlo.constant dense<3> : tensor<i8>
    %114 = stablehlo.broadcast_in_dim %c_55, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %115 = stablehlo.multiply %113, %114 : tensor<16x12xi8>
    %116 = stablehlo.add %115, %73 : tensor<16x12xi8>
    %c_56 = stablehlo.constant dense<3> : tensor<i8>
    %117 = stablehlo.broadcast_in_dim %c_56, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %118 = stablehlo.multiply %116, %117 : tensor<16x12xi8>
    %119 = stablehlo.add %118, %74 : tensor<16x12xi8>
    %c_57 = stablehlo.constant dense<3> : tensor<i8>
    %120 = stablehlo.broadcast_in_dim %c_57, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %121 = stablehlo.multiply %119, %120 : tensor<16x12xi8>
    %122 = stablehlo.add %121, %75 : tensor<16x12xi8>
    %c_58 = stablehlo.constant dense<3> : tensor<i8>
    %123 = stablehlo.broadcast_in_dim %c_58, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %124 = stablehlo.multiply %122, %123 : tensor<16x12xi8>
    %125 = stablehlo.add %124, %76 : tensor<16x12xi8>
    %c_59 = stablehlo.constant dense<3> : tensor<i8>
    %126 = stablehlo.broadcast_in_dim %c_59, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %127 = stablehlo.multiply %125, %126 : tensor<16x12xi8>
    %128 = stablehlo.add %127, %77 : tensor<16x12xi8>
    %c_60 = stablehlo.constant dense<3> : tensor<i8>
    %129 = stablehlo.broadcast_in_dim %c_60, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %130 = stablehlo.multiply %128, %129 : tensor<16x12xi8>
    %131 = stablehlo.add %130, %78 : tensor<16x12xi8>
    %c_61 = stablehlo.constant dense<3> : tensor<i8>
    %132 = stablehlo.broadcast_in_dim %c_61, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %133 = stablehlo.multiply %131, %132 : tensor<16x12xi8>
    %134 = stablehlo.add %133, %79 : tensor<16x12xi8>
    %c_62 = stablehlo.constant dense<3> : tensor<i8>
    %135 = stablehlo.broadcast_in_dim %c_62, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %136 = stablehlo.multiply %134, %135 : tensor<16x12xi8>
    %137 = stablehlo.add %136, %80 : tensor<16x12xi8>
    %c_63 = stablehlo.constant dense<3> : tensor<i8>
    %138 = stablehlo.broadcast_in_dim %c_63, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %139 = stablehlo.multiply %137, %138 : tensor<16x12xi8>
    %140 = stablehlo.add %139, %81 : tensor<16x12xi8>
    %c_64 = stablehlo.constant dense<3> : tensor<i8>
    %141 = stablehlo.broadcast_in_dim %c_64, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %142 = stablehlo.multiply %140, %141 : tensor<16x12xi8>
    %143 = stablehlo.add %142, %85 : tensor<16x12xi8>
    %c_65 = stablehlo.constant dense<3> : tensor<i8>
    %144 = stablehlo.broadcast_in_dim %c_65, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %145 = stablehlo.multiply %143, %144 : tensor<16x12xi8>
    %146 = stablehlo.add %145, %88 : tensor<16x12xi8>
    %c_66 = stablehlo.constant dense<3> : tensor<i8>
    %147 = stablehlo.broadcast_in_dim %c_66, dims = [] : (tensor<i8>) -> tensor<16x12xi8>
    %148 = stablehlo.multiply %146, %147 : tensor<16x12xi8>
    %149 = stablehlo.add %148, %89 : tensor<16x12xi8>
    %c_67 = stablehlo.constant dense<5> : tensor<ui64>
    %150 = stablehlo.broadcast_in_dim %c_67, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %151 = stablehlo.multiply %arg3, %150 : tensor<16x12xui64>
    %152 = stablehlo.convert %149 : (tensor<16x12xi8>) -> tensor<16x12xui64>
    %153 = stablehlo.add %151, %152 : tensor<16x12xui64>
    %154 = stablehlo.convert %149 : (tensor<16x12xi8>) -> tensor<16x12xf32>
    %155 = stablehlo.convert %149 : (tensor<16x12xi8>) -> tensor<16x12xf64>
    %c_68 = stablehlo.constant dense<9> : tensor<ui64>
    %156 = stablehlo.broadcast_in_dim %c_68, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %157 = stablehlo.shift_right_logical %arg3, %156 : tensor<16x12xui64>
    %158 = stablehlo.xor %arg3, %157 : tensor<16x12xui64>
    %159 = stablehlo.convert %158 : (tensor<16x12xui64>) -> tensor<16x12xi16>
    %160 = stablehlo.iota dim = 0 : tensor<12xi64>
    %161 = stablehlo.convert %160 : (tensor<12xi64>) -> tensor<12xi16>
    %162 = stablehlo.broadcast_in_dim %161, dims = [1] : (tensor<12xi16>) -> tensor<1x12xi16>
    %163 = stablehlo.broadcast_in_dim %162, dims = [0, 1] : (tensor<1x12xi16>) -> tensor<16x12xi16>
    %164 = stablehlo.add %159, %163 : tensor<16x12xi16>
    %165 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xi16>
    %c_69 = stablehlo.constant dense<3> : tensor<i16>
    %166 = stablehlo.broadcast_in_dim %c_69, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %167 = stablehlo.shift_right_logical %165, %166 : tensor<16x12xi16>
    %168 = stablehlo.add %164, %167 : tensor<16x12xi16>
    %169 = stablehlo.subtract %164, %167 : tensor<16x12xi16>
    %170 = stablehlo.multiply %164, %167 : tensor<16x12xi16>
    %171 = stablehlo.divide %164, %167 : tensor<16x12xi16>
    %172 = stablehlo.remainder %164, %167 : tensor<16x12xi16>
    %173 = stablehlo.maximum %164, %167 : tensor<16x12xi16>
    %174 = stablehlo.minimum %164, %167 : tensor<16x12xi16>
    %175 = stablehlo.and %164, %167 : tensor<16x12xi16>
    %176 = stablehlo.or %164, %167 : tensor<16x12xi16>
    %177 = stablehlo.xor %164, %167 : tensor<16x12xi16>
    %178 = stablehlo.not %164 : tensor<16x12xi16>
    %179 = stablehlo.shift_left %164, %167 : tensor<16x12xi16>
    %180 = stablehlo.shift_right_arithmetic %164, %167 : tensor<16x12xi16>
    %181 = stablehlo.shift_right_logical %164, %167 : tensor<16x12xi16>
    %182 = stablehlo.negate %164 : tensor<16x12xi16>
    %183 = stablehlo.sign %164 : tensor<16x12xi16>
    %184 = stablehlo.popcnt %164 : tensor<16x12xi16>
    %185 = stablehlo.count_leading_zeros %164 : tensor<16x12xi16>
    %186 = stablehlo.compare LT, %164, %167, SIGNED : (tensor<16x12xi16>, tensor<16x12xi16>) -> tensor<16x12xi1>
    %c_70 = stablehlo.constant dense<1> : tensor<i16>
    %187 = stablehlo.broadcast_in_dim %c_70, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %188 = stablehlo.add %167, %187 : tensor<16x12xi16>
    %189 = call @_where_5(%186, %164, %188) : (tensor<16x12xi1>, tensor<16x12xi16>, tensor<16x12xi16>) -> tensor<16x12xi16>
    %190 = stablehlo.compare GE, %164, %167, SIGNED : (tensor<16x12xi16>, tensor<16x12xi16>) -> tensor<16x12xi1>
    %191 = stablehlo.multiply %164, %164 : tensor<16x12xi16>
    %192 = call @_where_5(%190, %191, %167) : (tensor<16x12xi1>, tensor<16x12xi16>, tensor<16x12xi16>) -> tensor<16x12xi16>
    %193 = stablehlo.abs %164 : tensor<16x12xi16>
    %c_71 = stablehlo.constant dense<3> : tensor<i16>
    %194 = stablehlo.broadcast_in_dim %c_71, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %195 = stablehlo.multiply %168, %194 : tensor<16x12xi16>
    %196 = stablehlo.add %195, %169 : tensor<16x12xi16>
    %c_72 = stablehlo.constant dense<3> : tensor<i16>
    %197 = stablehlo.broadcast_in_dim %c_72, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %198 = stablehlo.multiply %196, %197 : tensor<16x12xi16>
    %199 = stablehlo.add %198, %170 : tensor<16x12xi16>
    %c_73 = stablehlo.constant dense<3> : tensor<i16>
    %200 = stablehlo.broadcast_in_dim %c_73, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %201 = stablehlo.multiply %199, %200 : tensor<16x12xi16>
    %202 = stablehlo.add %201, %171 : tensor<16x12xi16>
    %c_74 = stablehlo.constant dense<3> : tensor<i16>
    %203 = stablehlo.broadcast_in_dim %c_74, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %204 = stablehlo.multiply %202, %203 : tensor<16x12xi16>
    %205 = stablehlo.add %204, %172 : tensor<16x12xi16>
    %c_75 = stablehlo.constant dense<3> : tensor<i16>
    %206 = stablehlo.broadcast_in_dim %c_75, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %207 = stablehlo.multiply %205, %206 : tensor<16x12xi16>
    %208 = stablehlo.add %207, %173 : tensor<16x12xi16>
    %c_76 = stablehlo.constant dense<3> : tensor<i16>
    %209 = stablehlo.broadcast_in_dim %c_76, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %210 = stablehlo.multiply %208, %209 : tensor<16x12xi16>
    %211 = stablehlo.add %210, %174 : tensor<16x12xi16>
    %c_77 = stablehlo.constant dense<3> : tensor<i16>
    %212 = stablehlo.broadcast_in_dim %c_77, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %213 = stablehlo.multiply %211, %212 : tensor<16x12xi16>
    %214 = stablehlo.add %213, %175 : tensor<16x12xi16>
    %c_78 = stablehlo.constant dense<3> : tensor<i16>
    %215 = stablehlo.broadcast_in_dim %c_78, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %216 = stablehlo.multiply %214, %215 : tensor<16x12xi16>
    %217 = stablehlo.add %216, %176 : tensor<16x12xi16>
    %c_79 = stablehlo.constant dense<3> : tensor<i16>
    %218 = stablehlo.broadcast_in_dim %c_79, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %219 = stablehlo.multiply %217, %218 : tensor<16x12xi16>
    %220 = stablehlo.add %219, %177 : tensor<16x12xi16>
    %c_80 = stablehlo.constant dense<3> : tensor<i16>
    %221 = stablehlo.broadcast_in_dim %c_80, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %222 = stablehlo.multiply %220, %221 : tensor<16x12xi16>
    %223 = stablehlo.add %222, %178 : tensor<16x12xi16>
    %c_81 = stablehlo.constant dense<3> : tensor<i16>
    %224 = stablehlo.broadcast_in_dim %c_81, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %225 = stablehlo.multiply %223, %224 : tensor<16x12xi16>
    %226 = stablehlo.add %225, %179 : tensor<16x12xi16>
    %c_82 = stablehlo.constant dense<3> : tensor<i16>
    %227 = stablehlo.broadcast_in_dim %c_82, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %228 = stablehlo.multiply %226, %227 : tensor<16x12xi16>
    %229 = stablehlo.add %228, %180 : tensor<16x12xi16>
    %c_83 = stablehlo.constant dense<3> : tensor<i16>
    %230 = stablehlo.broadcast_in_dim %c_83, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %231 = stablehlo.multiply %229, %230 : tensor<16x12xi16>
    %232 = stablehlo.add %231, %181 : tensor<16x12xi16>
    %c_84 = stablehlo.constant dense<3> : tensor<i16>
    %233 = stablehlo.broadcast_in_dim %c_84, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %234 = stablehlo.multiply %232, %233 : tensor<16x12xi16>
    %235 = stablehlo.add %234, %182 : tensor<16x12xi16>
    %c_85 = stablehlo.constant dense<3> : tensor<i16>
    %236 = stablehlo.broadcast_in_dim %c_85, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %237 = stablehlo.multiply %235, %236 : tensor<16x12xi16>
    %238 = stablehlo.add %237, %183 : tensor<16x12xi16>
    %c_86 = stablehlo.constant dense<3> : tensor<i16>
    %239 = stablehlo.broadcast_in_dim %c_86, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %240 = stablehlo.multiply %238, %239 : tensor<16x12xi16>
    %241 = stablehlo.add %240, %184 : tensor<16x12xi16>
    %c_87 = stablehlo.constant dense<3> : tensor<i16>
    %242 = stablehlo.broadcast_in_dim %c_87, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %243 = stablehlo.multiply %241, %242 : tensor<16x12xi16>
    %244 = stablehlo.add %243, %185 : tensor<16x12xi16>
    %c_88 = stablehlo.constant dense<3> : tensor<i16>
    %245 = stablehlo.broadcast_in_dim %c_88, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %246 = stablehlo.multiply %244, %245 : tensor<16x12xi16>
    %247 = stablehlo.add %246, %189 : tensor<16x12xi16>
    %c_89 = stablehlo.constant dense<3> : tensor<i16>
    %248 = stablehlo.broadcast_in_dim %c_89, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %249 = stablehlo.multiply %247, %248 : tensor<16x12xi16>
    %250 = stablehlo.add %249, %192 : tensor<16x12xi16>
    %c_90 = stablehlo.constant dense<3> : tensor<i16>
    %251 = stablehlo.broadcast_in_dim %c_90, dims = [] : (tensor<i16>) -> tensor<16x12xi16>
    %252 = stablehlo.multiply %250, %251 : tensor<16x12xi16>
    %253 = stablehlo.add %252, %193 : tensor<16x12xi16>
    %c_91 = stablehlo.constant dense<5> : tensor<ui64>
    %254 = stablehlo.broadcast_in_dim %c_91, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %255 = stablehlo.multiply %153, %254 : tensor<16x12xui64>
    %256 = stablehlo.convert %253 : (tensor<16x12xi16>) -> tensor<16x12xui64>
    %257 = stablehlo.add %255, %256 : tensor<16x12xui64>
    %258 = stablehlo.convert %253 : (tensor<16x12xi16>) -> tensor<16x12xf32>
    %259 = stablehlo.convert %253 : (tensor<16x12xi16>) -> tensor<16x12xf64>
    %c_92 = stablehlo.constant dense<9> : tensor<ui64>
    %260 = stablehlo.broadcast_in_dim %c_92, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %261 = stablehlo.shift_right_logical %arg3, %260 : tensor<16x12xui64>
    %262 = stablehlo.xor %arg3, %261 : tensor<16x12xui64>
    %263 = stablehlo.convert %262 : (tensor<16x12xui64>) -> tensor<16x12xi32>
    %264 = stablehlo.iota dim = 0 : tensor<12xi64>
    %265 = stablehlo.convert %264 : (tensor<12xi64>) -> tensor<12xi32>
    %266 = stablehlo.broadcast_in_dim %265, dims = [1] : (tensor<12xi32>) -> tensor<1x12xi32>
    %267 = stablehlo.broadcast_in_dim %266, dims = [0, 1] : (tensor<1x12xi32>) -> tensor<16x12xi32>
    %268 = stablehlo.add %263, %267 : tensor<16x12xi32>
    %269 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xi32>
    %c_93 = stablehlo.constant dense<3> : tensor<i32>
    %270 = stablehlo.broadcast_in_dim %c_93, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %271 = stablehlo.shift_right_logical %269, %270 : tensor<16x12xi32>
    %272 = stablehlo.add %268, %271 : tensor<16x12xi32>
    %273 = stablehlo.subtract %268, %271 : tensor<16x12xi32>
    %274 = stablehlo.multiply %268, %271 : tensor<16x12xi32>
    %275 = stablehlo.divide %268, %271 : tensor<16x12xi32>
    %276 = stablehlo.remainder %268, %271 : tensor<16x12xi32>
    %277 = stablehlo.maximum %268, %271 : tensor<16x12xi32>
    %278 = stablehlo.minimum %268, %271 : tensor<16x12xi32>
    %279 = stablehlo.and %268, %271 : tensor<16x12xi32>
    %280 = stablehlo.or %268, %271 : tensor<16x12xi32>
    %281 = stablehlo.xor %268, %271 : tensor<16x12xi32>
    %282 = stablehlo.not %268 : tensor<16x12xi32>
    %283 = stablehlo.shift_left %268, %271 : tensor<16x12xi32>
    %284 = stablehlo.shift_right_arithmetic %268, %271 : tensor<16x12xi32>
    %285 = stablehlo.shift_right_logical %268, %271 : tensor<16x12xi32>
    %286 = stablehlo.negate %268 : tensor<16x12xi32>
    %287 = stablehlo.sign %268 : tensor<16x12xi32>
    %288 = stablehlo.popcnt %268 : tensor<16x12xi32>
    %289 = stablehlo.count_leading_zeros %268 : tensor<16x12xi32>
    %290 = stablehlo.compare LT, %268, %271, SIGNED : (tensor<16x12xi32>, tensor<16x12xi32>) -> tensor<16x12xi1>
    %c_94 = stablehlo.constant dense<1> : tensor<i32>
    %291 = stablehlo.broadcast_in_dim %c_94, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %292 = stablehlo.add %271, %291 : tensor<16x12xi32>
    %293 = call @_where_6(%290, %268, %292) : (tensor<16x12xi1>, tensor<16x12xi32>, tensor<16x12xi32>) -> tensor<16x12xi32>
    %294 = stablehlo.compare GE, %268, %271, SIGNED : (tensor<16x12xi32>, tensor<16x12xi32>) -> tensor<16x12xi1>
    %295 = stablehlo.multiply %268, %268 : tensor<16x12xi32>
    %296 = call @_where_6(%294, %295, %271) : (tensor<16x12xi1>, tensor<16x12xi32>, tensor<16x12xi32>) -> tensor<16x12xi32>
    %297 = stablehlo.abs %268 : tensor<16x12xi32>
    %c_95 = stablehlo.constant dense<3> : tensor<i32>
    %298 = stablehlo.broadcast_in_dim %c_95, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %299 = stablehlo.multiply %272, %298 : tensor<16x12xi32>
    %300 = stablehlo.add %299, %273 : tensor<16x12xi32>
    %c_96 = stablehlo.constant dense<3> : tensor<i32>
    %301 = stablehlo.broadcast_in_dim %c_96, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %302 = stablehlo.multiply %300, %301 : tensor<16x12xi32>
    %303 = stablehlo.add %302, %274 : tensor<16x12xi32>
    %c_97 = stablehlo.constant dense<3> : tensor<i32>
    %304 = stablehlo.broadcast_in_dim %c_97, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %305 = stablehlo.multiply %303, %304 : tensor<16x12xi32>
    %306 = stablehlo.add %305, %275 : tensor<16x12xi32>
    %c_98 = stablehlo.constant dense<3> : tensor<i32>
    %307 = stablehlo.broadcast_in_dim %c_98, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %308 = stablehlo.multiply %306, %307 : tensor<16x12xi32>
    %309 = stablehlo.add %308, %276 : tensor<16x12xi32>
    %c_99 = stablehlo.constant dense<3> : tensor<i32>
    %310 = stablehlo.broadcast_in_dim %c_99, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %311 = stablehlo.multiply %309, %310 : tensor<16x12xi32>
    %312 = stablehlo.add %311, %277 : tensor<16x12xi32>
    %c_100 = stablehlo.constant dense<3> : tensor<i32>
    %313 = stablehlo.broadcast_in_dim %c_100, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %314 = stablehlo.multiply %312, %313 : tensor<16x12xi32>
    %315 = stablehlo.add %314, %278 : tensor<16x12xi32>
    %c_101 = stablehlo.constant dense<3> : tensor<i32>
    %316 = stablehlo.broadcast_in_dim %c_101, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %317 = stablehlo.multiply %315, %316 : tensor<16x12xi32>
    %318 = stablehlo.add %317, %279 : tensor<16x12xi32>
    %c_102 = stablehlo.constant dense<3> : tensor<i32>
    %319 = stablehlo.broadcast_in_dim %c_102, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %320 = stablehlo.multiply %318, %319 : tensor<16x12xi32>
    %321 = stablehlo.add %320, %280 : tensor<16x12xi32>
    %c_103 = stablehlo.constant dense<3> : tensor<i32>
    %322 = stablehlo.broadcast_in_dim %c_103, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %323 = stablehlo.multiply %321, %322 : tensor<16x12xi32>
    %324 = stablehlo.add %323, %281 : tensor<16x12xi32>
    %c_104 = stablehlo.constant dense<3> : tensor<i32>
    %325 = stablehlo.broadcast_in_dim %c_104, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %326 = stablehlo.multiply %324, %325 : tensor<16x12xi32>
    %327 = stablehlo.add %326, %282 : tensor<16x12xi32>
    %c_105 = stablehlo.constant dense<3> : tensor<i32>
    %328 = stablehlo.broadcast_in_dim %c_105, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %329 = stablehlo.multiply %327, %328 : tensor<16x12xi32>
    %330 = stablehlo.add %329, %283 : tensor<16x12xi32>
    %c_106 = stablehlo.constant dense<3> : tensor<i32>
    %331 = stablehlo.broadcast_in_dim %c_106, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %332 = stablehlo.multiply %330, %331 : tensor<16x12xi32>
    %333 = stablehlo.add %332, %284 : tensor<16x12xi32>
    %c_107 = stablehlo.constant dense<3> : tensor<i32>
    %334 = stablehlo.broadcast_in_dim %c_107, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %335 = stablehlo.multiply %333, %334 : tensor<16x12xi32>
    %336 = stablehlo.add %335, %285 : tensor<16x12xi32>
    %c_108 = stablehlo.constant dense<3> : tensor<i32>
    %337 = stablehlo.broadcast_in_dim %c_108, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %338 = stablehlo.multiply %336, %337 : tensor<16x12xi32>
    %339 = stablehlo.add %338, %286 : tensor<16x12xi32>
    %c_109 = stablehlo.constant dense<3> : tensor<i32>
    %340 = stablehlo.broadcast_in_dim %c_109, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %341 = stablehlo.multiply %339, %340 : tensor<16x12xi32>
    %342 = stablehlo.add %341, %287 : tensor<16x12xi32>
    %c_110 = stablehlo.constant dense<3> : tensor<i32>
    %343 = stablehlo.broadcast_in_dim %c_110, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %344 = stablehlo.multiply %342, %343 : tensor<16x12xi32>
    %345 = stablehlo.add %344, %288 : tensor<16x12xi32>
    %c_111 = stablehlo.constant dense<3> : tensor<i32>
    %346 = stablehlo.broadcast_in_dim %c_111, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %347 = stablehlo.multiply %345, %346 : tensor<16x12xi32>
    %348 = stablehlo.add %347, %289 : tensor<16x12xi32>
    %c_112 = stablehlo.constant dense<3> : tensor<i32>
    %349 = stablehlo.broadcast_in_dim %c_112, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %350 = stablehlo.multiply %348, %349 : tensor<16x12xi32>
    %351 = stablehlo.add %350, %293 : tensor<16x12xi32>
    %c_113 = stablehlo.constant dense<3> : tensor<i32>
    %352 = stablehlo.broadcast_in_dim %c_113, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %353 = stablehlo.multiply %351, %352 : tensor<16x12xi32>
    %354 = stablehlo.add %353, %296 : tensor<16x12xi32>
    %c_114 = stablehlo.constant dense<3> : tensor<i32>
    %355 = stablehlo.broadcast_in_dim %c_114, dims = [] : (tensor<i32>) -> tensor<16x12xi32>
    %356 = stablehlo.multiply %354, %355 : tensor<16x12xi32>
    %357 = stablehlo.add %356, %297 : tensor<16x12xi32>
    %c_115 = stablehlo.constant dense<5> : tensor<ui64>
    %358 = stablehlo.broadcast_in_dim %c_115, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %359 = stablehlo.multiply %257, %358 : tensor<16x12xui64>
    %360 = stablehlo.convert %357 : (tensor<16x12xi32>) -> tensor<16x12xui64>
    %361 = stablehlo.add %359, %360 : tensor<16x12xui64>
    %362 = stablehlo.convert %357 : (tensor<16x12xi32>) -> tensor<16x12xf32>
    %363 = stablehlo.convert %357 : (tensor<16x12xi32>) -> tensor<16x12xf64>
    %c_116 = stablehlo.constant dense<9> : tensor<ui64>
    %364 = stablehlo.broadcast_in_dim %c_116, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %365 = stablehlo.shift_right_logical %arg3, %364 : tensor<16x12xui64>
    %366 = stablehlo.xor %arg3, %365 : tensor<16x12xui64>
    %367 = stablehlo.convert %366 : (tensor<16x12xui64>) -> tensor<16x12xi64>
    %368 = stablehlo.iota dim = 0 : tensor<12xi64>
    %369 = stablehlo.broadcast_in_dim %368, dims = [1] : (tensor<12xi64>) -> tensor<1x12xi64>
    %370 = stablehlo.broadcast_in_dim %369, dims = [0, 1] : (tensor<1x12xi64>) -> tensor<16x12xi64>
    %371 = stablehlo.add %367, %370 : tensor<16x12xi64>
    %c_117 = stablehlo.constant dense<3> : tensor<i64>
    %372 = stablehlo.broadcast_in_dim %c_117, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %373 = stablehlo.shift_right_logical %arg6, %372 : tensor<16x12xi64>
    %374 = stablehlo.add %371, %373 : tensor<16x12xi64>
    %375 = stablehlo.subtract %371, %373 : tensor<16x12xi64>
    %376 = stablehlo.multiply %371, %373 : tensor<16x12xi64>
    %377 = stablehlo.divide %371, %373 : tensor<16x12xi64>
    %378 = stablehlo.remainder %371, %373 : tensor<16x12xi64>
    %379 = stablehlo.maximum %371, %373 : tensor<16x12xi64>
    %380 = stablehlo.minimum %371, %373 : tensor<16x12xi64>
    %381 = stablehlo.and %371, %373 : tensor<16x12xi64>
    %382 = stablehlo.or %371, %373 : tensor<16x12xi64>
    %383 = stablehlo.xor %371, %373 : tensor<16x12xi64>
    %384 = stablehlo.not %371 : tensor<16x12xi64>
    %385 = stablehlo.shift_left %371, %373 : tensor<16x12xi64>
    %386 = stablehlo.shift_right_arithmetic %371, %373 : tensor<16x12xi64>
    %387 = stablehlo.shift_right_logical %371, %373 : tensor<16x12xi64>
    %388 = stablehlo.negate %371 : tensor<16x12xi64>
    %389 = stablehlo.sign %371 : tensor<16x12xi64>
    %390 = stablehlo.popcnt %371 : tensor<16x12xi64>
    %391 = stablehlo.count_leading_zeros %371 : tensor<16x12xi64>
    %392 = stablehlo.compare LT, %371, %373, SIGNED : (tensor<16x12xi64>, tensor<16x12xi64>) -> tensor<16x12xi1>
    %c_118 = stablehlo.constant dense<1> : tensor<i64>
    %393 = stablehlo.broadcast_in_dim %c_118, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %394 = stablehlo.add %373, %393 : tensor<16x12xi64>
    %395 = call @_where_7(%392, %371, %394) : (tensor<16x12xi1>, tensor<16x12xi64>, tensor<16x12xi64>) -> tensor<16x12xi64>
    %396 = stablehlo.compare GE, %371, %373, SIGNED : (tensor<16x12xi64>, tensor<16x12xi64>) -> tensor<16x12xi1>
    %397 = stablehlo.multiply %371, %371 : tensor<16x12xi64>
    %398 = call @_where_7(%396, %397, %373) : (tensor<16x12xi1>, tensor<16x12xi64>, tensor<16x12xi64>) -> tensor<16x12xi64>
    %399 = stablehlo.abs %371 : tensor<16x12xi64>
    %c_119 = stablehlo.constant dense<3> : tensor<i64>
    %400 = stablehlo.broadcast_in_dim %c_119, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %401 = stablehlo.multiply %374, %400 : tensor<16x12xi64>
    %402 = stablehlo.add %401, %375 : tensor<16x12xi64>
    %c_120 = stablehlo.constant dense<3> : tensor<i64>
    %403 = stablehlo.broadcast_in_dim %c_120, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %404 = stablehlo.multiply %402, %403 : tensor<16x12xi64>
    %405 = stablehlo.add %404, %376 : tensor<16x12xi64>
    %c_121 = stablehlo.constant dense<3> : tensor<i64>
    %406 = stablehlo.broadcast_in_dim %c_121, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %407 = stablehlo.multiply %405, %406 : tensor<16x12xi64>
    %408 = stablehlo.add %407, %377 : tensor<16x12xi64>
    %c_122 = stablehlo.constant dense<3> : tensor<i64>
    %409 = stablehlo.broadcast_in_dim %c_122, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %410 = stablehlo.multiply %408, %409 : tensor<16x12xi64>
    %411 = stablehlo.add %410, %378 : tensor<16x12xi64>
    %c_123 = stablehlo.constant dense<3> : tensor<i64>
    %412 = stablehlo.broadcast_in_dim %c_123, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %413 = stablehlo.multiply %411, %412 : tensor<16x12xi64>
    %414 = stablehlo.add %413, %379 : tensor<16x12xi64>
    %c_124 = stablehlo.constant dense<3> : tensor<i64>
    %415 = stablehlo.broadcast_in_dim %c_124, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %416 = stablehlo.multiply %414, %415 : tensor<16x12xi64>
    %417 = stablehlo.add %416, %380 : tensor<16x12xi64>
    %c_125 = stablehlo.constant dense<3> : tensor<i64>
    %418 = stablehlo.broadcast_in_dim %c_125, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %419 = stablehlo.multiply %417, %418 : tensor<16x12xi64>
    %420 = stablehlo.add %419, %381 : tensor<16x12xi64>
    %c_126 = stablehlo.constant dense<3> : tensor<i64>
    %421 = stablehlo.broadcast_in_dim %c_126, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %422 = stablehlo.multiply %420, %421 : tensor<16x12xi64>
    %423 = stablehlo.add %422, %382 : tensor<16x12xi64>
    %c_127 = stablehlo.constant dense<3> : tensor<i64>
    %424 = stablehlo.broadcast_in_dim %c_127, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %425 = stablehlo.multiply %423, %424 : tensor<16x12xi64>
    %426 = stablehlo.add %425, %383 : tensor<16x12xi64>
    %c_128 = stablehlo.constant dense<3> : tensor<i64>
    %427 = stablehlo.broadcast_in_dim %c_128, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %428 = stablehlo.multiply %426, %427 : tensor<16x12xi64>
    %429 = stablehlo.add %428, %384 : tensor<16x12xi64>
    %c_129 = stablehlo.constant dense<3> : tensor<i64>
    %430 = stablehlo.broadcast_in_dim %c_129, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %431 = stablehlo.multiply %429, %430 : tensor<16x12xi64>
    %432 = stablehlo.add %431, %385 : tensor<16x12xi64>
    %c_130 = stablehlo.constant dense<3> : tensor<i64>
    %433 = stablehlo.broadcast_in_dim %c_130, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %434 = stablehlo.multiply %432, %433 : tensor<16x12xi64>
    %435 = stablehlo.add %434, %386 : tensor<16x12xi64>
    %c_131 = stablehlo.constant dense<3> : tensor<i64>
    %436 = stablehlo.broadcast_in_dim %c_131, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %437 = stablehlo.multiply %435, %436 : tensor<16x12xi64>
    %438 = stablehlo.add %437, %387 : tensor<16x12xi64>
    %c_132 = stablehlo.constant dense<3> : tensor<i64>
    %439 = stablehlo.broadcast_in_dim %c_132, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %440 = stablehlo.multiply %438, %439 : tensor<16x12xi64>
    %441 = stablehlo.add %440, %388 : tensor<16x12xi64>
    %c_133 = stablehlo.constant dense<3> : tensor<i64>
    %442 = stablehlo.broadcast_in_dim %c_133, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %443 = stablehlo.multiply %441, %442 : tensor<16x12xi64>
    %444 = stablehlo.add %443, %389 : tensor<16x12xi64>
    %c_134 = stablehlo.constant dense<3> : tensor<i64>
    %445 = stablehlo.broadcast_in_dim %c_134, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %446 = stablehlo.multiply %444, %445 : tensor<16x12xi64>
    %447 = stablehlo.add %446, %390 : tensor<16x12xi64>
    %c_135 = stablehlo.constant dense<3> : tensor<i64>
    %448 = stablehlo.broadcast_in_dim %c_135, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %449 = stablehlo.multiply %447, %448 : tensor<16x12xi64>
    %450 = stablehlo.add %449, %391 : tensor<16x12xi64>
    %c_136 = stablehlo.constant dense<3> : tensor<i64>
    %451 = stablehlo.broadcast_in_dim %c_136, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %452 = stablehlo.multiply %450, %451 : tensor<16x12xi64>
    %453 = stablehlo.add %452, %395 : tensor<16x12xi64>
    %c_137 = stablehlo.constant dense<3> : tensor<i64>
    %454 = stablehlo.broadcast_in_dim %c_137, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %455 = stablehlo.multiply %453, %454 : tensor<16x12xi64>
    %456 = stablehlo.add %455, %398 : tensor<16x12xi64>
    %c_138 = stablehlo.constant dense<3> : tensor<i64>
    %457 = stablehlo.broadcast_in_dim %c_138, dims = [] : (tensor<i64>) -> tensor<16x12xi64>
    %458 = stablehlo.multiply %456, %457 : tensor<16x12xi64>
    %459 = stablehlo.add %458, %399 : tensor<16x12xi64>
    %c_139 = stablehlo.constant dense<5> : tensor<ui64>
    %460 = stablehlo.broadcast_in_dim %c_139, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %461 = stablehlo.multiply %361, %460 : tensor<16x12xui64>
    %462 = stablehlo.convert %459 : (tensor<16x12xi64>) -> tensor<16x12xui64>
    %463 = stablehlo.add %461, %462 : tensor<16x12xui64>
    %464 = stablehlo.convert %459 : (tensor<16x12xi64>) -> tensor<16x12xf32>
    %465 = stablehlo.convert %459 : (tensor<16x12xi64>) -> tensor<16x12xf64>
    %c_140 = stablehlo.constant dense<9> : tensor<ui64>
    %466 = stablehlo.broadcast_in_dim %c_140, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %467 = stablehlo.shift_right_logical %arg3, %466 : tensor<16x12xui64>
    %468 = stablehlo.xor %arg3, %467 : tensor<16x12xui64>
    %469 = stablehlo.convert %468 : (tensor<16x12xui64>) -> tensor<16x12xui8>
    %470 = stablehlo.iota dim = 0 : tensor<12xi64>
    %471 = stablehlo.convert %470 : (tensor<12xi64>) -> tensor<12xui8>
    %472 = stablehlo.broadcast_in_dim %471, dims = [1] : (tensor<12xui8>) -> tensor<1x12xui8>
    %473 = stablehlo.broadcast_in_dim %472, dims = [0, 1] : (tensor<1x12xui8>) -> tensor<16x12xui8>
    %474 = stablehlo.add %469, %473 : tensor<16x12xui8>
    %475 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xui8>
    %c_141 = stablehlo.constant dense<3> : tensor<ui8>
    %476 = stablehlo.broadcast_in_dim %c_141, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %477 = stablehlo.shift_right_logical %475, %476 : tensor<16x12xui8>
    %478 = stablehlo.add %474, %477 : tensor<16x12xui8>
    %479 = stablehlo.subtract %474, %477 : tensor<16x12xui8>
    %480 = stablehlo.multiply %474, %477 : tensor<16x12xui8>
    %481 = stablehlo.divide %474, %477 : tensor<16x12xui8>
    %482 = stablehlo.remainder %474, %477 : tensor<16x12xui8>
    %483 = stablehlo.maximum %474, %477 : tensor<16x12xui8>
    %484 = stablehlo.minimum %474, %477 : tensor<16x12xui8>
    %485 = stablehlo.and %474, %477 : tensor<16x12xui8>
    %486 = stablehlo.or %474, %477 : tensor<16x12xui8>
    %487 = stablehlo.xor %474, %477 : tensor<16x12xui8>
    %488 = stablehlo.not %474 : tensor<16x12xui8>
    %489 = stablehlo.shift_left %474, %477 : tensor<16x12xui8>
    %490 = stablehlo.shift_right_arithmetic %474, %477 : tensor<16x12xui8>
    %491 = stablehlo.shift_right_logical %474, %477 : tensor<16x12xui8>
    %492 = stablehlo.negate %474 : tensor<16x12xui8>
    %c_142 = stablehlo.constant dense<0> : tensor<ui8>
    %493 = stablehlo.broadcast_in_dim %c_142, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %494 = stablehlo.compare EQ, %474, %493, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %c_143 = stablehlo.constant dense<0> : tensor<ui8>
    %495 = stablehlo.broadcast_in_dim %c_143, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %c_144 = stablehlo.constant dense<1> : tensor<ui8>
    %496 = stablehlo.broadcast_in_dim %c_144, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %497 = stablehlo.select %494, %495, %496 : tensor<16x12xi1>, tensor<16x12xui8>
    %498 = stablehlo.popcnt %474 : tensor<16x12xui8>
    %499 = stablehlo.count_leading_zeros %474 : tensor<16x12xui8>
    %500 = stablehlo.compare LT, %474, %477, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %c_145 = stablehlo.constant dense<1> : tensor<ui8>
    %501 = stablehlo.broadcast_in_dim %c_145, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %502 = stablehlo.add %477, %501 : tensor<16x12xui8>
    %503 = call @_where_8(%500, %474, %502) : (tensor<16x12xi1>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %504 = stablehlo.compare GE, %474, %477, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %505 = stablehlo.multiply %474, %474 : tensor<16x12xui8>
    %506 = call @_where_8(%504, %505, %477) : (tensor<16x12xi1>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %c_146 = stablehlo.constant dense<3> : tensor<ui8>
    %507 = stablehlo.broadcast_in_dim %c_146, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %508 = stablehlo.multiply %478, %507 : tensor<16x12xui8>
    %509 = stablehlo.add %508, %479 : tensor<16x12xui8>
    %c_147 = stablehlo.constant dense<3> : tensor<ui8>
    %510 = stablehlo.broadcast_in_dim %c_147, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %511 = stablehlo.multiply %509, %510 : tensor<16x12xui8>
    %512 = stablehlo.add %511, %480 : tensor<16x12xui8>
    %c_148 = stablehlo.constant dense<3> : tensor<ui8>
    %513 = stablehlo.broadcast_in_dim %c_148, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %514 = stablehlo.multiply %512, %513 : tensor<16x12xui8>
    %515 = stablehlo.add %514, %481 : tensor<16x12xui8>
    %c_149 = stablehlo.constant dense<3> : tensor<ui8>
    %516 = stablehlo.broadcast_in_dim %c_149, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %517 = stablehlo.multiply %515, %516 : tensor<16x12xui8>
    %518 = stablehlo.add %517, %482 : tensor<16x12xui8>
    %c_150 = stablehlo.constant dense<3> : tensor<ui8>
    %519 = stablehlo.broadcast_in_dim %c_150, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %520 = stablehlo.multiply %518, %519 : tensor<16x12xui8>
    %521 = stablehlo.add %520, %483 : tensor<16x12xui8>
    %c_151 = stablehlo.constant dense<3> : tensor<ui8>
    %522 = stablehlo.broadcast_in_dim %c_151, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %523 = stablehlo.multiply %521, %522 : tensor<16x12xui8>
    %524 = stablehlo.add %523, %484 : tensor<16x12xui8>
    %c_152 = stablehlo.constant dense<3> : tensor<ui8>
    %525 = stablehlo.broadcast_in_dim %c_152, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %526 = stablehlo.multiply %524, %525 : tensor<16x12xui8>
    %527 = stablehlo.add %526, %485 : tensor<16x12xui8>
    %c_153 = stablehlo.constant dense<3> : tensor<ui8>
    %528 = stablehlo.broadcast_in_dim %c_153, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %529 = stablehlo.multiply %527, %528 : tensor<16x12xui8>
    %530 = stablehlo.add %529, %486 : tensor<16x12xui8>
    %c_154 = stablehlo.constant dense<3> : tensor<ui8>
    %531 = stablehlo.broadcast_in_dim %c_154, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %532 = stablehlo.multiply %530, %531 : tensor<16x12xui8>
    %533 = stablehlo.add %532, %487 : tensor<16x12xui8>
    %c_155 = stablehlo.constant dense<3> : tensor<ui8>
    %534 = stablehlo.broadcast_in_dim %c_155, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %535 = stablehlo.multiply %533, %534 : tensor<16x12xui8>
    %536 = stablehlo.add %535, %488 : tensor<16x12xui8>
    %c_156 = stablehlo.constant dense<3> : tensor<ui8>
    %537 = stablehlo.broadcast_in_dim %c_156, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %538 = stablehlo.multiply %536, %537 : tensor<16x12xui8>
    %539 = stablehlo.add %538, %489 : tensor<16x12xui8>
    %c_157 = stablehlo.constant dense<3> : tensor<ui8>
    %540 = stablehlo.broadcast_in_dim %c_157, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %541 = stablehlo.multiply %539, %540 : tensor<16x12xui8>
    %542 = stablehlo.add %541, %490 : tensor<16x12xui8>
    %c_158 = stablehlo.constant dense<3> : tensor<ui8>
    %543 = stablehlo.broadcast_in_dim %c_158, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %544 = stablehlo.multiply %542, %543 : tensor<16x12xui8>
    %545 = stablehlo.add %544, %491 : tensor<16x12xui8>
    %c_159 = stablehlo.constant dense<3> : tensor<ui8>
    %546 = stablehlo.broadcast_in_dim %c_159, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %547 = stablehlo.multiply %545, %546 : tensor<16x12xui8>
    %548 = stablehlo.add %547, %492 : tensor<16x12xui8>
    %c_160 = stablehlo.constant dense<3> : tensor<ui8>
    %549 = stablehlo.broadcast_in_dim %c_160, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %550 = stablehlo.multiply %548, %549 : tensor<16x12xui8>
    %551 = stablehlo.add %550, %497 : tensor<16x12xui8>
    %c_161 = stablehlo.constant dense<3> : tensor<ui8>
    %552 = stablehlo.broadcast_in_dim %c_161, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %553 = stablehlo.multiply %551, %552 : tensor<16x12xui8>
    %554 = stablehlo.add %553, %498 : tensor<16x12xui8>
    %c_162 = stablehlo.constant dense<3> : tensor<ui8>
    %555 = stablehlo.broadcast_in_dim %c_162, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %556 = stablehlo.multiply %554, %555 : tensor<16x12xui8>
    %557 = stablehlo.add %556, %499 : tensor<16x12xui8>
    %c_163 = stablehlo.constant dense<3> : tensor<ui8>
    %558 = stablehlo.broadcast_in_dim %c_163, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %559 = stablehlo.multiply %557, %558 : tensor<16x12xui8>
    %560 = stablehlo.add %559, %503 : tensor<16x12xui8>
    %c_164 = stablehlo.constant dense<3> : tensor<ui8>
    %561 = stablehlo.broadcast_in_dim %c_164, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %562 = stablehlo.multiply %560, %561 : tensor<16x12xui8>
    %563 = stablehlo.add %562, %506 : tensor<16x12xui8>
    %c_165 = stablehlo.constant dense<5> : tensor<ui64>
    %564 = stablehlo.broadcast_in_dim %c_165, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %565 = stablehlo.multiply %463, %564 : tensor<16x12xui64>
    %566 = stablehlo.convert %563 : (tensor<16x12xui8>) -> tensor<16x12xui64>
    %567 = stablehlo.add %565, %566 : tensor<16x12xui64>
    %568 = stablehlo.convert %563 : (tensor<16x12xui8>) -> tensor<16x12xf32>
    %569 = stablehlo.convert %563 : (tensor<16x12xui8>) -> tensor<16x12xf64>
    %c_166 = stablehlo.constant dense<9> : tensor<ui64>
    %570 = stablehlo.broadcast_in_dim %c_166, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %571 = stablehlo.shift_right_logical %arg3, %570 : tensor<16x12xui64>
    %572 = stablehlo.xor %arg3, %571 : tensor<16x12xui64>
    %573 = stablehlo.convert %572 : (tensor<16x12xui64>) -> tensor<16x12xui16>
    %574 = stablehlo.iota dim = 0 : tensor<12xi64>
    %575 = stablehlo.convert %574 : (tensor<12xi64>) -> tensor<12xui16>
    %576 = stablehlo.broadcast_in_dim %575, dims = [1] : (tensor<12xui16>) -> tensor<1x12xui16>
    %577 = stablehlo.broadcast_in_dim %576, dims = [0, 1] : (tensor<1x12xui16>) -> tensor<16x12xui16>
    %578 = stablehlo.add %573, %577 : tensor<16x12xui16>
    %579 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xui16>
    %c_167 = stablehlo.constant dense<3> : tensor<ui16>
    %580 = stablehlo.broadcast_in_dim %c_167, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %581 = stablehlo.shift_right_logical %579, %580 : tensor<16x12xui16>
    %582 = stablehlo.add %578, %581 : tensor<16x12xui16>
    %583 = stablehlo.subtract %578, %581 : tensor<16x12xui16>
    %584 = stablehlo.multiply %578, %581 : tensor<16x12xui16>
    %585 = stablehlo.divide %578, %581 : tensor<16x12xui16>
    %586 = stablehlo.remainder %578, %581 : tensor<16x12xui16>
    %587 = stablehlo.maximum %578, %581 : tensor<16x12xui16>
    %588 = stablehlo.minimum %578, %581 : tensor<16x12xui16>
    %589 = stablehlo.and %578, %581 : tensor<16x12xui16>
    %590 = stablehlo.or %578, %581 : tensor<16x12xui16>
    %591 = stablehlo.xor %578, %581 : tensor<16x12xui16>
    %592 = stablehlo.not %578 : tensor<16x12xui16>
    %593 = stablehlo.shift_left %578, %581 : tensor<16x12xui16>
    %594 = stablehlo.shift_right_arithmetic %578, %581 : tensor<16x12xui16>
    %595 = stablehlo.shift_right_logical %578, %581 : tensor<16x12xui16>
    %596 = stablehlo.negate %578 : tensor<16x12xui16>
    %c_168 = stablehlo.constant dense<0> : tensor<ui16>
    %597 = stablehlo.broadcast_in_dim %c_168, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %598 = stablehlo.compare EQ, %578, %597, UNSIGNED : (tensor<16x12xui16>, tensor<16x12xui16>) -> tensor<16x12xi1>
    %c_169 = stablehlo.constant dense<0> : tensor<ui16>
    %599 = stablehlo.broadcast_in_dim %c_169, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %c_170 = stablehlo.constant dense<1> : tensor<ui16>
    %600 = stablehlo.broadcast_in_dim %c_170, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %601 = stablehlo.select %598, %599, %600 : tensor<16x12xi1>, tensor<16x12xui16>
    %602 = stablehlo.popcnt %578 : tensor<16x12xui16>
    %603 = stablehlo.count_leading_zeros %578 : tensor<16x12xui16>
    %604 = stablehlo.compare LT, %578, %581, UNSIGNED : (tensor<16x12xui16>, tensor<16x12xui16>) -> tensor<16x12xi1>
    %c_171 = stablehlo.constant dense<1> : tensor<ui16>
    %605 = stablehlo.broadcast_in_dim %c_171, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %606 = stablehlo.add %581, %605 : tensor<16x12xui16>
    %607 = call @_where_9(%604, %578, %606) : (tensor<16x12xi1>, tensor<16x12xui16>, tensor<16x12xui16>) -> tensor<16x12xui16>
    %608 = stablehlo.compare GE, %578, %581, UNSIGNED : (tensor<16x12xui16>, tensor<16x12xui16>) -> tensor<16x12xi1>
    %609 = stablehlo.multiply %578, %578 : tensor<16x12xui16>
    %610 = call @_where_9(%608, %609, %581) : (tensor<16x12xi1>, tensor<16x12xui16>, tensor<16x12xui16>) -> tensor<16x12xui16>
    %c_172 = stablehlo.constant dense<3> : tensor<ui16>
    %611 = stablehlo.broadcast_in_dim %c_172, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %612 = stablehlo.multiply %582, %611 : tensor<16x12xui16>
    %613 = stablehlo.add %612, %583 : tensor<16x12xui16>
    %c_173 = stablehlo.constant dense<3> : tensor<ui16>
    %614 = stablehlo.broadcast_in_dim %c_173, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %615 = stablehlo.multiply %613, %614 : tensor<16x12xui16>
    %616 = stablehlo.add %615, %584 : tensor<16x12xui16>
    %c_174 = stablehlo.constant dense<3> : tensor<ui16>
    %617 = stablehlo.broadcast_in_dim %c_174, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %618 = stablehlo.multiply %616, %617 : tensor<16x12xui16>
    %619 = stablehlo.add %618, %585 : tensor<16x12xui16>
    %c_175 = stablehlo.constant dense<3> : tensor<ui16>
    %620 = stablehlo.broadcast_in_dim %c_175, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %621 = stablehlo.multiply %619, %620 : tensor<16x12xui16>
    %622 = stablehlo.add %621, %586 : tensor<16x12xui16>
    %c_176 = stablehlo.constant dense<3> : tensor<ui16>
    %623 = stablehlo.broadcast_in_dim %c_176, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %624 = stablehlo.multiply %622, %623 : tensor<16x12xui16>
    %625 = stablehlo.add %624, %587 : tensor<16x12xui16>
    %c_177 = stablehlo.constant dense<3> : tensor<ui16>
    %626 = stablehlo.broadcast_in_dim %c_177, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %627 = stablehlo.multiply %625, %626 : tensor<16x12xui16>
    %628 = stablehlo.add %627, %588 : tensor<16x12xui16>
    %c_178 = stablehlo.constant dense<3> : tensor<ui16>
    %629 = stablehlo.broadcast_in_dim %c_178, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %630 = stablehlo.multiply %628, %629 : tensor<16x12xui16>
    %631 = stablehlo.add %630, %589 : tensor<16x12xui16>
    %c_179 = stablehlo.constant dense<3> : tensor<ui16>
    %632 = stablehlo.broadcast_in_dim %c_179, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %633 = stablehlo.multiply %631, %632 : tensor<16x12xui16>
    %634 = stablehlo.add %633, %590 : tensor<16x12xui16>
    %c_180 = stablehlo.constant dense<3> : tensor<ui16>
    %635 = stablehlo.broadcast_in_dim %c_180, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %636 = stablehlo.multiply %634, %635 : tensor<16x12xui16>
    %637 = stablehlo.add %636, %591 : tensor<16x12xui16>
    %c_181 = stablehlo.constant dense<3> : tensor<ui16>
    %638 = stablehlo.broadcast_in_dim %c_181, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %639 = stablehlo.multiply %637, %638 : tensor<16x12xui16>
    %640 = stablehlo.add %639, %592 : tensor<16x12xui16>
    %c_182 = stablehlo.constant dense<3> : tensor<ui16>
    %641 = stablehlo.broadcast_in_dim %c_182, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %642 = stablehlo.multiply %640, %641 : tensor<16x12xui16>
    %643 = stablehlo.add %642, %593 : tensor<16x12xui16>
    %c_183 = stablehlo.constant dense<3> : tensor<ui16>
    %644 = stablehlo.broadcast_in_dim %c_183, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %645 = stablehlo.multiply %643, %644 : tensor<16x12xui16>
    %646 = stablehlo.add %645, %594 : tensor<16x12xui16>
    %c_184 = stablehlo.constant dense<3> : tensor<ui16>
    %647 = stablehlo.broadcast_in_dim %c_184, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %648 = stablehlo.multiply %646, %647 : tensor<16x12xui16>
    %649 = stablehlo.add %648, %595 : tensor<16x12xui16>
    %c_185 = stablehlo.constant dense<3> : tensor<ui16>
    %650 = stablehlo.broadcast_in_dim %c_185, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %651 = stablehlo.multiply %649, %650 : tensor<16x12xui16>
    %652 = stablehlo.add %651, %596 : tensor<16x12xui16>
    %c_186 = stablehlo.constant dense<3> : tensor<ui16>
    %653 = stablehlo.broadcast_in_dim %c_186, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %654 = stablehlo.multiply %652, %653 : tensor<16x12xui16>
    %655 = stablehlo.add %654, %601 : tensor<16x12xui16>
    %c_187 = stablehlo.constant dense<3> : tensor<ui16>
    %656 = stablehlo.broadcast_in_dim %c_187, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %657 = stablehlo.multiply %655, %656 : tensor<16x12xui16>
    %658 = stablehlo.add %657, %602 : tensor<16x12xui16>
    %c_188 = stablehlo.constant dense<3> : tensor<ui16>
    %659 = stablehlo.broadcast_in_dim %c_188, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %660 = stablehlo.multiply %658, %659 : tensor<16x12xui16>
    %661 = stablehlo.add %660, %603 : tensor<16x12xui16>
    %c_189 = stablehlo.constant dense<3> : tensor<ui16>
    %662 = stablehlo.broadcast_in_dim %c_189, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %663 = stablehlo.multiply %661, %662 : tensor<16x12xui16>
    %664 = stablehlo.add %663, %607 : tensor<16x12xui16>
    %c_190 = stablehlo.constant dense<3> : tensor<ui16>
    %665 = stablehlo.broadcast_in_dim %c_190, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
    %666 = stablehlo.multiply %664, %665 : tensor<16x12xui16>
    %667 = stablehlo.add %666, %610 : tensor<16x12xui16>
    %c_191 = stablehlo.constant dense<5> : tensor<ui64>
    %668 = stablehlo.broadcast_in_dim %c_191, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %669 = stablehlo.multiply %567, %668 : tensor<16x12xui64>
    %670 = stablehlo.convert %667 : (tensor<16x12xui16>) -> tensor<16x12xui64>
    %671 = stablehlo.add %669, %670 : tensor<16x12xui64>
    %672 = stablehlo.convert %667 : (tensor<16x12xui16>) -> tensor<16x12xf32>
    %673 = stablehlo.convert %667 : (tensor<16x12xui16>) -> tensor<16x12xf64>
    %c_192 = stablehlo.constant dense<9> : tensor<ui64>
    %674 = stablehlo.broadcast_in_dim %c_192, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %675 = stablehlo.shift_right_logical %arg3, %674 : tensor<16x12xui64>
    %676 = stablehlo.xor %arg3, %675 : tensor<16x12xui64>
    %677 = stablehlo.convert %676 : (tensor<16x12xui64>) -> tensor<16x12xui32>
    %678 = stablehlo.iota dim = 0 : tensor<12xi64>
    %679 = stablehlo.convert %678 : (tensor<12xi64>) -> tensor<12xui32>
    %680 = stablehlo.broadcast_in_dim %679, dims = [1] : (tensor<12xui32>) -> tensor<1x12xui32>
    %681 = stablehlo.broadcast_in_dim %680, dims = [0, 1] : (tensor<1x12xui32>) -> tensor<16x12xui32>
    %682 = stablehlo.add %677, %681 : tensor<16x12xui32>
    %683 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xui32>
    %c_193 = stablehlo.constant dense<3> : tensor<ui32>
    %684 = stablehlo.broadcast_in_dim %c_193, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %685 = stablehlo.shift_right_logical %683, %684 : tensor<16x12xui32>
    %686 = stablehlo.add %682, %685 : tensor<16x12xui32>
    %687 = stablehlo.subtract %682, %685 : tensor<16x12xui32>
    %688 = stablehlo.multiply %682, %685 : tensor<16x12xui32>
    %689 = stablehlo.divide %682, %685 : tensor<16x12xui32>
    %690 = stablehlo.remainder %682, %685 : tensor<16x12xui32>
    %691 = stablehlo.maximum %682, %685 : tensor<16x12xui32>
    %692 = stablehlo.minimum %682, %685 : tensor<16x12xui32>
    %693 = stablehlo.and %682, %685 : tensor<16x12xui32>
    %694 = stablehlo.or %682, %685 : tensor<16x12xui32>
    %695 = stablehlo.xor %682, %685 : tensor<16x12xui32>
    %696 = stablehlo.not %682 : tensor<16x12xui32>
    %697 = stablehlo.shift_left %682, %685 : tensor<16x12xui32>
    %698 = stablehlo.shift_right_arithmetic %682, %685 : tensor<16x12xui32>
    %699 = stablehlo.shift_right_logical %682, %685 : tensor<16x12xui32>
    %700 = stablehlo.negate %682 : tensor<16x12xui32>
    %c_194 = stablehlo.constant dense<0> : tensor<ui32>
    %701 = stablehlo.broadcast_in_dim %c_194, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %702 = stablehlo.compare EQ, %682, %701, UNSIGNED : (tensor<16x12xui32>, tensor<16x12xui32>) -> tensor<16x12xi1>
    %c_195 = stablehlo.constant dense<0> : tensor<ui32>
    %703 = stablehlo.broadcast_in_dim %c_195, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %c_196 = stablehlo.constant dense<1> : tensor<ui32>
    %704 = stablehlo.broadcast_in_dim %c_196, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %705 = stablehlo.select %702, %703, %704 : tensor<16x12xi1>, tensor<16x12xui32>
    %706 = stablehlo.popcnt %682 : tensor<16x12xui32>
    %707 = stablehlo.count_leading_zeros %682 : tensor<16x12xui32>
    %708 = stablehlo.compare LT, %682, %685, UNSIGNED : (tensor<16x12xui32>, tensor<16x12xui32>) -> tensor<16x12xi1>
    %c_197 = stablehlo.constant dense<1> : tensor<ui32>
    %709 = stablehlo.broadcast_in_dim %c_197, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %710 = stablehlo.add %685, %709 : tensor<16x12xui32>
    %711 = call @_where_10(%708, %682, %710) : (tensor<16x12xi1>, tensor<16x12xui32>, tensor<16x12xui32>) -> tensor<16x12xui32>
    %712 = stablehlo.compare GE, %682, %685, UNSIGNED : (tensor<16x12xui32>, tensor<16x12xui32>) -> tensor<16x12xi1>
    %713 = stablehlo.multiply %682, %682 : tensor<16x12xui32>
    %714 = call @_where_10(%712, %713, %685) : (tensor<16x12xi1>, tensor<16x12xui32>, tensor<16x12xui32>) -> tensor<16x12xui32>
    %c_198 = stablehlo.constant dense<3> : tensor<ui32>
    %715 = stablehlo.broadcast_in_dim %c_198, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %716 = stablehlo.multiply %686, %715 : tensor<16x12xui32>
    %717 = stablehlo.add %716, %687 : tensor<16x12xui32>
    %c_199 = stablehlo.constant dense<3> : tensor<ui32>
    %718 = stablehlo.broadcast_in_dim %c_199, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %719 = stablehlo.multiply %717, %718 : tensor<16x12xui32>
    %720 = stablehlo.add %719, %688 : tensor<16x12xui32>
    %c_200 = stablehlo.constant dense<3> : tensor<ui32>
    %721 = stablehlo.broadcast_in_dim %c_200, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %722 = stablehlo.multiply %720, %721 : tensor<16x12xui32>
    %723 = stablehlo.add %722, %689 : tensor<16x12xui32>
    %c_201 = stablehlo.constant dense<3> : tensor<ui32>
    %724 = stablehlo.broadcast_in_dim %c_201, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %725 = stablehlo.multiply %723, %724 : tensor<16x12xui32>
    %726 = stablehlo.add %725, %690 : tensor<16x12xui32>
    %c_202 = stablehlo.constant dense<3> : tensor<ui32>
    %727 = stablehlo.broadcast_in_dim %c_202, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %728 = stablehlo.multiply %726, %727 : tensor<16x12xui32>
    %729 = stablehlo.add %728, %691 : tensor<16x12xui32>
    %c_203 = stablehlo.constant dense<3> : tensor<ui32>
    %730 = stablehlo.broadcast_in_dim %c_203, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %731 = stablehlo.multiply %729, %730 : tensor<16x12xui32>
    %732 = stablehlo.add %731, %692 : tensor<16x12xui32>
    %c_204 = stablehlo.constant dense<3> : tensor<ui32>
    %733 = stablehlo.broadcast_in_dim %c_204, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %734 = stablehlo.multiply %732, %733 : tensor<16x12xui32>
    %735 = stablehlo.add %734, %693 : tensor<16x12xui32>
    %c_205 = stablehlo.constant dense<3> : tensor<ui32>
    %736 = stablehlo.broadcast_in_dim %c_205, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %737 = stablehlo.multiply %735, %736 : tensor<16x12xui32>
    %738 = stablehlo.add %737, %694 : tensor<16x12xui32>
    %c_206 = stablehlo.constant dense<3> : tensor<ui32>
    %739 = stablehlo.broadcast_in_dim %c_206, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %740 = stablehlo.multiply %738, %739 : tensor<16x12xui32>
    %741 = stablehlo.add %740, %695 : tensor<16x12xui32>
    %c_207 = stablehlo.constant dense<3> : tensor<ui32>
    %742 = stablehlo.broadcast_in_dim %c_207, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %743 = stablehlo.multiply %741, %742 : tensor<16x12xui32>
    %744 = stablehlo.add %743, %696 : tensor<16x12xui32>
    %c_208 = stablehlo.constant dense<3> : tensor<ui32>
    %745 = stablehlo.broadcast_in_dim %c_208, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %746 = stablehlo.multiply %744, %745 : tensor<16x12xui32>
    %747 = stablehlo.add %746, %697 : tensor<16x12xui32>
    %c_209 = stablehlo.constant dense<3> : tensor<ui32>
    %748 = stablehlo.broadcast_in_dim %c_209, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %749 = stablehlo.multiply %747, %748 : tensor<16x12xui32>
    %750 = stablehlo.add %749, %698 : tensor<16x12xui32>
    %c_210 = stablehlo.constant dense<3> : tensor<ui32>
    %751 = stablehlo.broadcast_in_dim %c_210, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %752 = stablehlo.multiply %750, %751 : tensor<16x12xui32>
    %753 = stablehlo.add %752, %699 : tensor<16x12xui32>
    %c_211 = stablehlo.constant dense<3> : tensor<ui32>
    %754 = stablehlo.broadcast_in_dim %c_211, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %755 = stablehlo.multiply %753, %754 : tensor<16x12xui32>
    %756 = stablehlo.add %755, %700 : tensor<16x12xui32>
    %c_212 = stablehlo.constant dense<3> : tensor<ui32>
    %757 = stablehlo.broadcast_in_dim %c_212, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %758 = stablehlo.multiply %756, %757 : tensor<16x12xui32>
    %759 = stablehlo.add %758, %705 : tensor<16x12xui32>
    %c_213 = stablehlo.constant dense<3> : tensor<ui32>
    %760 = stablehlo.broadcast_in_dim %c_213, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %761 = stablehlo.multiply %759, %760 : tensor<16x12xui32>
    %762 = stablehlo.add %761, %706 : tensor<16x12xui32>
    %c_214 = stablehlo.constant dense<3> : tensor<ui32>
    %763 = stablehlo.broadcast_in_dim %c_214, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %764 = stablehlo.multiply %762, %763 : tensor<16x12xui32>
    %765 = stablehlo.add %764, %707 : tensor<16x12xui32>
    %c_215 = stablehlo.constant dense<3> : tensor<ui32>
    %766 = stablehlo.broadcast_in_dim %c_215, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %767 = stablehlo.multiply %765, %766 : tensor<16x12xui32>
    %768 = stablehlo.add %767, %711 : tensor<16x12xui32>
    %c_216 = stablehlo.constant dense<3> : tensor<ui32>
    %769 = stablehlo.broadcast_in_dim %c_216, dims = [] : (tensor<ui32>) -> tensor<16x12xui32>
    %770 = stablehlo.multiply %768, %769 : tensor<16x12xui32>
    %771 = stablehlo.add %770, %714 : tensor<16x12xui32>
    %c_217 = stablehlo.constant dense<5> : tensor<ui64>
    %772 = stablehlo.broadcast_in_dim %c_217, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %773 = stablehlo.multiply %671, %772 : tensor<16x12xui64>
    %774 = stablehlo.convert %771 : (tensor<16x12xui32>) -> tensor<16x12xui64>
    %775 = stablehlo.add %773, %774 : tensor<16x12xui64>
    %776 = stablehlo.convert %771 : (tensor<16x12xui32>) -> tensor<16x12xf32>
    %777 = stablehlo.convert %771 : (tensor<16x12xui32>) -> tensor<16x12xf64>
    %c_218 = stablehlo.constant dense<9> : tensor<ui64>
    %778 = stablehlo.broadcast_in_dim %c_218, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %779 = stablehlo.shift_right_logical %arg3, %778 : tensor<16x12xui64>
    %780 = stablehlo.xor %arg3, %779 : tensor<16x12xui64>
    %781 = stablehlo.iota dim = 0 : tensor<12xi64>
    %782 = stablehlo.convert %781 : (tensor<12xi64>) -> tensor<12xui64>
    %783 = stablehlo.broadcast_in_dim %782, dims = [1] : (tensor<12xui64>) -> tensor<1x12xui64>
    %784 = stablehlo.broadcast_in_dim %783, dims = [0, 1] : (tensor<1x12xui64>) -> tensor<16x12xui64>
    %785 = stablehlo.add %780, %784 : tensor<16x12xui64>
    %786 = stablehlo.convert %arg6 : (tensor<16x12xi64>) -> tensor<16x12xui64>
    %c_219 = stablehlo.constant dense<3> : tensor<ui64>
    %787 = stablehlo.broadcast_in_dim %c_219, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %788 = stablehlo.shift_right_logical %786, %787 : tensor<16x12xui64>
    %789 = stablehlo.add %785, %788 : tensor<16x12xui64>
    %790 = stablehlo.subtract %785, %788 : tensor<16x12xui64>
    %791 = stablehlo.multiply %785, %788 : tensor<16x12xui64>
    %792 = stablehlo.divide %785, %788 : tensor<16x12xui64>
    %793 = stablehlo.remainder %785, %788 : tensor<16x12xui64>
    %794 = stablehlo.maximum %785, %788 : tensor<16x12xui64>
    %795 = stablehlo.minimum %785, %788 : tensor<16x12xui64>
    %796 = stablehlo.and %785, %788 : tensor<16x12xui64>
    %797 = stablehlo.or %785, %788 : tensor<16x12xui64>
    %798 = stablehlo.xor %785, %788 : tensor<16x12xui64>
    %799 = stablehlo.not %785 : tensor<16x12xui64>
    %800 = stablehlo.shift_left %785, %788 : tensor<16x12xui64>
    %801 = stablehlo.shift_right_arithmetic %785, %788 : tensor<16x12xui64>
    %802 = stablehlo.shift_right_logical %785, %788 : tensor<16x12xui64>
    %803 = stablehlo.negate %785 : tensor<16x12xui64>
    %c_220 = stablehlo.constant dense<0> : tensor<ui64>
    %804 = stablehlo.broadcast_in_dim %c_220, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %805 = stablehlo.compare EQ, %785, %804, UNSIGNED : (tensor<16x12xui64>, tensor<16x12xui64>) -> tensor<16x12xi1>
    %c_221 = stablehlo.constant dense<0> : tensor<ui64>
    %806 = stablehlo.broadcast_in_dim %c_221, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %c_222 = stablehlo.constant dense<1> : tensor<ui64>
    %807 = stablehlo.broadcast_in_dim %c_222, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %808 = stablehlo.select %805, %806, %807 : tensor<16x12xi1>, tensor<16x12xui64>
    %809 = stablehlo.popcnt %785 : tensor<16x12xui64>
    %810 = stablehlo.count_leading_zeros %785 : tensor<16x12xui64>
    %811 = stablehlo.compare LT, %785, %788, UNSIGNED : (tensor<16x12xui64>, tensor<16x12xui64>) -> tensor<16x12xi1>
    %c_223 = stablehlo.constant dense<1> : tensor<ui64>
    %812 = stablehlo.broadcast_in_dim %c_223, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %813 = stablehlo.add %788, %812 : tensor<16x12xui64>
    %814 = call @_where_11(%811, %785, %813) : (tensor<16x12xi1>, tensor<16x12xui64>, tensor<16x12xui64>) -> tensor<16x12xui64>
    %815 = stablehlo.compare GE, %785, %788, UNSIGNED : (tensor<16x12xui64>, tensor<16x12xui64>) -> tensor<16x12xi1>
    %816 = stablehlo.multiply %785, %785 : tensor<16x12xui64>
    %817 = call @_where_11(%815, %816, %788) : (tensor<16x12xi1>, tensor<16x12xui64>, tensor<16x12xui64>) -> tensor<16x12xui64>
    %c_224 = stablehlo.constant dense<3> : tensor<ui64>
    %818 = stablehlo.broadcast_in_dim %c_224, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %819 = stablehlo.multiply %789, %818 : tensor<16x12xui64>
    %820 = stablehlo.add %819, %790 : tensor<16x12xui64>
    %c_225 = stablehlo.constant dense<3> : tensor<ui64>
    %821 = stablehlo.broadcast_in_dim %c_225, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %822 = stablehlo.multiply %820, %821 : tensor<16x12xui64>
    %823 = stablehlo.add %822, %791 : tensor<16x12xui64>
    %c_226 = stablehlo.constant dense<3> : tensor<ui64>
    %824 = stablehlo.broadcast_in_dim %c_226, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %825 = stablehlo.multiply %823, %824 : tensor<16x12xui64>
    %826 = stablehlo.add %825, %792 : tensor<16x12xui64>
    %c_227 = stablehlo.constant dense<3> : tensor<ui64>
    %827 = stablehlo.broadcast_in_dim %c_227, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %828 = stablehlo.multiply %826, %827 : tensor<16x12xui64>
    %829 = stablehlo.add %828, %793 : tensor<16x12xui64>
    %c_228 = stablehlo.constant dense<3> : tensor<ui64>
    %830 = stablehlo.broadcast_in_dim %c_228, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %831 = stablehlo.multiply %829, %830 : tensor<16x12xui64>
    %832 = stablehlo.add %831, %794 : tensor<16x12xui64>
    %c_229 = stablehlo.constant dense<3> : tensor<ui64>
    %833 = stablehlo.broadcast_in_dim %c_229, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %834 = stablehlo.multiply %832, %833 : tensor<16x12xui64>
    %835 = stablehlo.add %834, %795 : tensor<16x12xui64>
    %c_230 = stablehlo.constant dense<3> : tensor<ui64>
    %836 = stablehlo.broadcast_in_dim %c_230, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %837 = stablehlo.multiply %835, %836 : tensor<16x12xui64>
    %838 = stablehlo.add %837, %796 : tensor<16x12xui64>
    %c_231 = stablehlo.constant dense<3> : tensor<ui64>
    %839 = stablehlo.broadcast_in_dim %c_231, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %840 = stablehlo.multiply %838, %839 : tensor<16x12xui64>
    %841 = stablehlo.add %840, %797 : tensor<16x12xui64>
    %c_232 = stablehlo.constant dense<3> : tensor<ui64>
    %842 = stablehlo.broadcast_in_dim %c_232, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %843 = stablehlo.multiply %841, %842 : tensor<16x12xui64>
    %844 = stablehlo.add %843, %798 : tensor<16x12xui64>
    %c_233 = stablehlo.constant dense<3> : tensor<ui64>
    %845 = stablehlo.broadcast_in_dim %c_233, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %846 = stablehlo.multiply %844, %845 : tensor<16x12xui64>
    %847 = stablehlo.add %846, %799 : tensor<16x12xui64>
    %c_234 = stablehlo.constant dense<3> : tensor<ui64>
    %848 = stablehlo.broadcast_in_dim %c_234, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %849 = stablehlo.multiply %847, %848 : tensor<16x12xui64>
    %850 = stablehlo.add %849, %800 : tensor<16x12xui64>
    %c_235 = stablehlo.constant dense<3> : tensor<ui64>
    %851 = stablehlo.broadcast_in_dim %c_235, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %852 = stablehlo.multiply %850, %851 : tensor<16x12xui64>
    %853 = stablehlo.add %852, %801 : tensor<16x12xui64>
    %c_236 = stablehlo.constant dense<3> : tensor<ui64>
    %854 = stablehlo.broadcast_in_dim %c_236, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %855 = stablehlo.multiply %853, %854 : tensor<16x12xui64>
    %856 = stablehlo.add %855, %802 : tensor<16x12xui64>
    %c_237 = stablehlo.constant dense<3> : tensor<ui64>
    %857 = stablehlo.broadcast_in_dim %c_237, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %858 = stablehlo.multiply %856, %857 : tensor<16x12xui64>
    %859 = stablehlo.add %858, %803 : tensor<16x12xui64>
    %c_238 = stablehlo.constant dense<3> : tensor<ui64>
    %860 = stablehlo.broadcast_in_dim %c_238, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %861 = stablehlo.multiply %859, %860 : tensor<16x12xui64>
    %862 = stablehlo.add %861, %808 : tensor<16x12xui64>
    %c_239 = stablehlo.constant dense<3> : tensor<ui64>
    %863 = stablehlo.broadcast_in_dim %c_239, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %864 = stablehlo.multiply %862, %863 : tensor<16x12xui64>
    %865 = stablehlo.add %864, %809 : tensor<16x12xui64>
    %c_240 = stablehlo.constant dense<3> : tensor<ui64>
    %866 = stablehlo.broadcast_in_dim %c_240, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %867 = stablehlo.multiply %865, %866 : tensor<16x12xui64>
    %868 = stablehlo.add %867, %810 : tensor<16x12xui64>
    %c_241 = stablehlo.constant dense<3> : tensor<ui64>
    %869 = stablehlo.broadcast_in_dim %c_241, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %870 = stablehlo.multiply %868, %869 : tensor<16x12xui64>
    %871 = stablehlo.add %870, %814 : tensor<16x12xui64>
    %c_242 = stablehlo.constant dense<3> : tensor<ui64>
    %872 = stablehlo.broadcast_in_dim %c_242, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %873 = stablehlo.multiply %871, %872 : tensor<16x12xui64>
    %874 = stablehlo.add %873, %817 : tensor<16x12xui64>
    %c_243 = stablehlo.constant dense<5> : tensor<ui64>
    %875 = stablehlo.broadcast_in_dim %c_243, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %876 = stablehlo.multiply %775, %875 : tensor<16x12xui64>
    %877 = stablehlo.add %876, %874 : tensor<16x12xui64>
    %878 = stablehlo.convert %874 : (tensor<16x12xui64>) -> tensor<16x12xf32>
    %879 = stablehlo.convert %874 : (tensor<16x12xui64>) -> tensor<16x12xf64>
    %880 = stablehlo.convert %877 : (tensor<16x12xui64>) -> tensor<16x12xf64>
    %cst = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %881 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<16x12xf64>
    %882 = stablehlo.multiply %880, %881 : tensor<16x12xf64>
    %cst_244 = stablehlo.constant dense<5.000000e+15> : tensor<f64>
    %883 = stablehlo.broadcast_in_dim %cst_244, dims = [] : (tensor<f64>) -> tensor<16x12xf64>
    %884 = stablehlo.subtract %882, %883 : tensor<16x12xf64>
    %885 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_245 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %886 = stablehlo.broadcast_in_dim %cst_245, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %887 = stablehlo.multiply %885, %886 : tensor<16x12xf32>
    %888 = stablehlo.convert %887 : (tensor<16x12xf32>) -> tensor<16x12xi8>
    %889 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_246 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %890 = stablehlo.broadcast_in_dim %cst_246, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %891 = stablehlo.multiply %889, %890 : tensor<16x12xf32>
    %892 = stablehlo.convert %891 : (tensor<16x12xf32>) -> tensor<16x12xi16>
    %893 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_247 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %894 = stablehlo.broadcast_in_dim %cst_247, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %895 = stablehlo.multiply %893, %894 : tensor<16x12xf32>
    %896 = stablehlo.convert %895 : (tensor<16x12xf32>) -> tensor<16x12xi32>
    %897 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_248 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %898 = stablehlo.broadcast_in_dim %cst_248, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %899 = stablehlo.multiply %897, %898 : tensor<16x12xf32>
    %900 = stablehlo.convert %899 : (tensor<16x12xf32>) -> tensor<16x12xi64>
    %901 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_249 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %902 = stablehlo.broadcast_in_dim %cst_249, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %903 = stablehlo.multiply %901, %902 : tensor<16x12xf32>
    %904 = stablehlo.convert %903 : (tensor<16x12xf32>) -> tensor<16x12xui8>
    %905 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_250 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %906 = stablehlo.broadcast_in_dim %cst_250, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %907 = stablehlo.multiply %905, %906 : tensor<16x12xf32>
    %908 = stablehlo.convert %907 : (tensor<16x12xf32>) -> tensor<16x12xui16>
    %909 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_251 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %910 = stablehlo.broadcast_in_dim %cst_251, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %911 = stablehlo.multiply %909, %910 : tensor<16x12xf32>
    %912 = stablehlo.convert %911 : (tensor<16x12xf32>) -> tensor<16x12xui32>
    %913 = stablehlo.convert %884 : (tensor<16x12xf64>) -> tensor<16x12xf32>
    %cst_252 = stablehlo.constant dense<9.99999996E-13> : tensor<f32>
    %914 = stablehlo.broadcast_in_dim %cst_252, dims = [] : (tensor<f32>) -> tensor<16x12xf32>
    %915 = stablehlo.multiply %913, %914 : tensor<16x12xf32>
    %916 = stablehlo.convert %915 : (tensor<16x12xf32>) -> tensor<16x12xui64>
    %917 = stablehlo.bitcast_convert %arg4 : (tensor<16x12xi16>) -> tensor<16x12xui16>
    %918 = stablehlo.bitcast_convert %arg3 : (tensor<16x12xui64>) -> tensor<16x12xf64>
    %919 = stablehlo.bitcast_convert %arg2 : (tensor<16x12xui8>) -> tensor<16x12xi8>
    %920 = call @_take(%arg3, %arg7) : (tensor<16x12xui64>, tensor<8xui8>) -> tensor<8x12xui64>
    %921 = stablehlo.slice %arg7 [0:1] : (tensor<8xui8>) -> tensor<1xui8>
    %922 = stablehlo.reshape %921 : (tensor<1xui8>) -> tensor<ui8>
    %923 = stablehlo.slice %arg7 [1:2] : (tensor<8xui8>) -> tensor<1xui8>
    %924 = stablehlo.reshape %923 : (tensor<1xui8>) -> tensor<ui8>
    %925 = stablehlo.dynamic_slice %arg4, %922, %924, sizes = [4, 5] : (tensor<16x12xi16>, tensor<ui8>, tensor<ui8>) -> tensor<4x5xi16>
    %926 = stablehlo.slice %arg5 [0:2, 0:3] : (tensor<16x12xui16>) -> tensor<2x3xui16>
    %c_253 = stablehlo.constant dense<65535> : tensor<ui16>
    %927 = stablehlo.broadcast_in_dim %c_253, dims = [] : (tensor<ui16>) -> tensor<2x3xui16>
    %928 = stablehlo.add %926, %927 : tensor<2x3xui16>
    %929 = stablehlo.slice %arg7 [2:3] : (tensor<8xui8>) -> tensor<1xui8>
    %930 = stablehlo.reshape %929 : (tensor<1xui8>) -> tensor<ui8>
    %931 = stablehlo.convert %930 : (tensor<ui8>) -> tensor<i8>
    %932 = stablehlo.slice %arg7 [3:4] : (tensor<8xui8>) -> tensor<1xui8>
    %933 = stablehlo.reshape %932 : (tensor<1xui8>) -> tensor<ui8>
    %934 = stablehlo.convert %933 : (tensor<ui8>) -> tensor<i8>
    %c_254 = stablehlo.constant dense<0> : tensor<i8>
    %935 = stablehlo.compare LT, %931, %c_254, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %c_255 = stablehlo.constant dense<16> : tensor<i8>
    %936 = stablehlo.add %931, %c_255 : tensor<i8>
    %937 = stablehlo.select %935, %936, %931 : tensor<i1>, tensor<i8>
    %c_256 = stablehlo.constant dense<0> : tensor<i8>
    %938 = stablehlo.compare LT, %934, %c_256, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
    %c_257 = stablehlo.constant dense<12> : tensor<i8>
    %939 = stablehlo.add %934, %c_257 : tensor<i8>
    %940 = stablehlo.select %938, %939, %934 : tensor<i1>, tensor<i8>
    %941 = stablehlo.dynamic_update_slice %arg5, %928, %937, %940 : (tensor<16x12xui16>, tensor<2x3xui16>, tensor<i8>, tensor<i8>) -> tensor<16x12xui16>
    %c_258 = stablehlo.constant dense<250> : tensor<ui8>
    %c_259 = stablehlo.constant dense<255> : tensor<ui8>
    %942:3 = stablehlo.while(%iterArg = %c_258, %iterArg_280 = %c_259, %iterArg_281 = %arg5) : tensor<ui8>, tensor<ui8>, tensor<16x12xui16>
    cond {
      %1018 = stablehlo.compare LT, %iterArg, %iterArg_280, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      stablehlo.return %1018 : tensor<i1>
    } do {
      %c_282 = stablehlo.constant dense<1> : tensor<ui8>
      %1018 = stablehlo.add %iterArg, %c_282 : tensor<ui8>
      %c_283 = stablehlo.constant dense<3> : tensor<ui16>
      %1019 = stablehlo.broadcast_in_dim %c_283, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
      %1020 = stablehlo.multiply %iterArg_281, %1019 : tensor<16x12xui16>
      %1021 = stablehlo.convert %iterArg : (tensor<ui8>) -> tensor<ui16>
      %1022 = stablehlo.broadcast_in_dim %1021, dims = [] : (tensor<ui16>) -> tensor<16x12xui16>
      %1023 = stablehlo.add %1020, %1022 : tensor<16x12xui16>
      stablehlo.return %1018, %iterArg_280, %1023 : tensor<ui8>, tensor<ui8>, tensor<16x12xui16>
    }
    %c_260 = stablehlo.constant dense<18446744073709551610> : tensor<ui64>
    %943:2 = stablehlo.while(%iterArg = %c_260, %iterArg_280 = %arg0) : tensor<ui64>, tensor<16x24xi8>
    cond {
      %c_281 = stablehlo.constant dense<18446744073709551614> : tensor<ui64>
      %1018 = stablehlo.compare LT, %iterArg, %c_281, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      stablehlo.return %1018 : tensor<i1>
    } do {
      %c_281 = stablehlo.constant dense<1> : tensor<ui64>
      %1018 = stablehlo.add %iterArg, %c_281 : tensor<ui64>
      %c_282 = stablehlo.constant dense<7> : tensor<i8>
      %1019 = stablehlo.broadcast_in_dim %c_282, dims = [] : (tensor<i8>) -> tensor<16x24xi8>
      %1020 = stablehlo.multiply %iterArg_280, %1019 : tensor<16x24xi8>
      stablehlo.return %1018, %1020 : tensor<ui64>, tensor<16x24xi8>
    }
    %944 = stablehlo.multiply %arg0, %arg0 : tensor<16x24xi8>
    %945 = stablehlo.multiply %944, %944 : tensor<16x24xi8>
    %946 = stablehlo.multiply %arg0, %945 : tensor<16x24xi8>
    %947 = stablehlo.convert %arg5 : (tensor<16x12xui16>) -> tensor<16x12xui8>
    %c_261 = stablehlo.constant dense<7> : tensor<i64>
    %948 = call @remainder(%947, %c_261) : (tensor<16x12xui8>, tensor<i64>) -> tensor<16x12xui8>
    %c_262 = stablehlo.constant dense<0> : tensor<ui8>
    %949 = stablehlo.broadcast_in_dim %c_262, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %950 = stablehlo.compare EQ, %arg2, %949, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %c_263 = stablehlo.constant dense<0> : tensor<ui8>
    %951 = stablehlo.broadcast_in_dim %c_263, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %952 = stablehlo.compare NE, %948, %951, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %953 = stablehlo.and %950, %952 : tensor<16x12xi1>
    %c_264 = stablehlo.constant dense<0> : tensor<ui8>
    %c_265 = stablehlo.constant dense<1> : tensor<ui8>
    %954 = call @_where_13(%953, %c_264, %c_265) : (tensor<16x12xi1>, tensor<ui8>, tensor<ui8>) -> tensor<16x12xui8>
    %c_266 = stablehlo.constant dense<1> : tensor<ui8>
    %955 = stablehlo.broadcast_in_dim %c_266, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %956 = stablehlo.and %948, %955 : tensor<16x12xui8>
    %957 = stablehlo.multiply %954, %arg2 : tensor<16x12xui8>
    %958 = call @_where_14(%956, %957, %954) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %959 = stablehlo.multiply %arg2, %arg2 : tensor<16x12xui8>
    %c_267 = stablehlo.constant dense<1> : tensor<ui8>
    %960 = stablehlo.broadcast_in_dim %c_267, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %961 = stablehlo.shift_right_logical %948, %960 : tensor<16x12xui8>
    %c_268 = stablehlo.constant dense<1> : tensor<ui8>
    %962 = stablehlo.broadcast_in_dim %c_268, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %963 = stablehlo.and %961, %962 : tensor<16x12xui8>
    %964 = stablehlo.multiply %958, %959 : tensor<16x12xui8>
    %965 = call @_where_14(%963, %964, %958) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %966 = stablehlo.multiply %959, %959 : tensor<16x12xui8>
    %c_269 = stablehlo.constant dense<1> : tensor<ui8>
    %967 = stablehlo.broadcast_in_dim %c_269, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %968 = stablehlo.shift_right_logical %961, %967 : tensor<16x12xui8>
    %c_270 = stablehlo.constant dense<1> : tensor<ui8>
    %969 = stablehlo.broadcast_in_dim %c_270, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %970 = stablehlo.and %968, %969 : tensor<16x12xui8>
    %971 = stablehlo.multiply %965, %966 : tensor<16x12xui8>
    %972 = call @_where_14(%970, %971, %965) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %973 = stablehlo.multiply %966, %966 : tensor<16x12xui8>
    %c_271 = stablehlo.constant dense<1> : tensor<ui8>
    %974 = stablehlo.broadcast_in_dim %c_271, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %975 = stablehlo.shift_right_logical %968, %974 : tensor<16x12xui8>
    %c_272 = stablehlo.constant dense<1> : tensor<ui8>
    %976 = stablehlo.broadcast_in_dim %c_272, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %977 = stablehlo.and %975, %976 : tensor<16x12xui8>
    %978 = stablehlo.multiply %972, %973 : tensor<16x12xui8>
    %979 = call @_where_14(%977, %978, %972) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %980 = stablehlo.multiply %973, %973 : tensor<16x12xui8>
    %c_273 = stablehlo.constant dense<1> : tensor<ui8>
    %981 = stablehlo.broadcast_in_dim %c_273, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %982 = stablehlo.shift_right_logical %975, %981 : tensor<16x12xui8>
    %c_274 = stablehlo.constant dense<1> : tensor<ui8>
    %983 = stablehlo.broadcast_in_dim %c_274, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %984 = stablehlo.and %982, %983 : tensor<16x12xui8>
    %985 = stablehlo.multiply %979, %980 : tensor<16x12xui8>
    %986 = call @_where_14(%984, %985, %979) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %987 = stablehlo.multiply %980, %980 : tensor<16x12xui8>
    %c_275 = stablehlo.constant dense<1> : tensor<ui8>
    %988 = stablehlo.broadcast_in_dim %c_275, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %989 = stablehlo.shift_right_logical %982, %988 : tensor<16x12xui8>
    %c_276 = stablehlo.constant dense<1> : tensor<ui8>
    %990 = stablehlo.broadcast_in_dim %c_276, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %991 = stablehlo.and %989, %990 : tensor<16x12xui8>
    %992 = stablehlo.multiply %986, %987 : tensor<16x12xui8>
    %993 = call @_where_14(%991, %992, %986) : (tensor<16x12xui8>, tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xui8>
    %c_277 = stablehlo.constant dense<9223372036854775808> : tensor<ui64>
    %c_278 = stablehlo.constant dense<18446744073709551607> : tensor<ui64>
    %994 = stablehlo.broadcast_in_dim %c_277, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %995 = stablehlo.broadcast_in_dim %c_278, dims = [] : (tensor<ui64>) -> tensor<16x12xui64>
    %996 = stablehlo.clamp %994, %arg3, %995 : tensor<16x12xui64>
    %997 = stablehlo.reverse %arg0, dims = [0] : tensor<16x24xi8>
    %c_279 = stablehlo.constant dense<65535> : tensor<ui16>
    %998 = stablehlo.pad %arg5, %c_279, low = [1, 0], high = [2, 0], interior = [0, 1] : (tensor<16x12xui16>, tensor<ui16>) -> tensor<19x23xui16>
    %999 = stablehlo.add %arg0, %arg0 : tensor<16x24xi8>
    %1000 = stablehlo.concatenate %arg0, %999, dim = 0 : (tensor<16x24xi8>, tensor<16x24xi8>) -> tensor<32x24xi8>
    %1001 = stablehlo.transpose %1000, dims = [1, 0] : (tensor<32x24xi8>) -> tensor<24x32xi8>
    %1002 = stablehlo.iota dim = 0 : tensor<16xi16>
    %1003 = stablehlo.broadcast_in_dim %1002, dims = [0] : (tensor<16xi16>) -> tensor<16x1xi16>
    %1004 = stablehlo.broadcast_in_dim %c, dims = [1] : (tensor<3xi16>) -> tensor<1x3xi16>
    %1005 = stablehlo.broadcast_in_dim %1003, dims = [0, 1] : (tensor<16x1xi16>) -> tensor<16x3xi16>
    %1006 = stablehlo.broadcast_in_dim %1004, dims = [0, 1] : (tensor<1x3xi16>) -> tensor<16x3xi16>
    %1007 = stablehlo.multiply %1005, %1006 : tensor<16x3xi16>
    %1008 = stablehlo.slice %arg4 [0:16, 0:3] : (tensor<16x12xi16>) -> tensor<16x3xi16>
    %1009 = stablehlo.add %1007, %1008 : tensor<16x3xi16>
    %1010 = stablehlo.broadcast_in_dim %c_0, dims = [1] : (tensor<6xui64>) -> tensor<1x6xui64>
    %1011 = stablehlo.slice %arg3 [0:16, 0:6] : (tensor<16x12xui64>) -> tensor<16x6xui64>
    %1012 = stablehlo.broadcast_in_dim %1010, dims = [0, 1] : (tensor<1x6xui64>) -> tensor<16x6xui64>
    %1013 = stablehlo.add %1012, %1011 : tensor<16x6xui64>
    %1014 = stablehlo.slice %arg0 [0:16, 0:4] : (tensor<16x24xi8>) -> tensor<16x4xi8>
    %1015 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<4xi8>) -> tensor<1x4xi8>
    %1016 = stablehlo.broadcast_in_dim %1015, dims = [0, 1] : (tensor<1x4xi8>) -> tensor<16x4xi8>
    %1017 = stablehlo.xor %1016, %1014 : tensor<16x4xi8>
    return %0, %1, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %149, %154, %155, %253, %258, %259, %357, %362, %363, %459, %464, %465, %563, %568, %569, %667, %672, %673, %771, %776, %777, %874, %878, %879, %877, %888, %892, %896, %900, %904, %908, %912, %916, %917, %918, %919, %920, %925, %941, %942#2, %943#0, %943#1, %946, %993, %996, %997, %998, %1001, %1009, %1013, %1017 : tensor<16x8xi32>, tensor<16x8xi8>, tensor<16x16xui64>, tensor<16xi8>, tensor<24xi8>, tensor<24xi8>, tensor<16xi8>, tensor<24xi8>, tensor<16xi8>, tensor<i8>, tensor<16xi32>, tensor<16xui8>, tensor<12xui8>, tensor<12xui8>, tensor<16xui8>, tensor<12xui8>, tensor<16xui8>, tensor<ui8>, tensor<16xi32>, tensor<16xui64>, tensor<12xui64>, tensor<12xui64>, tensor<16xui64>, tensor<12xui64>, tensor<16xui64>, tensor<ui64>, tensor<16xi32>, tensor<16xi16>, tensor<12xi16>, tensor<12xi16>, tensor<16xi16>, tensor<12xi16>, tensor<16xi16>, tensor<i16>, tensor<16xi32>, tensor<16xui16>, tensor<12xui16>, tensor<12xui16>, tensor<16xui16>, tensor<12xui16>, tensor<16xui16>, tensor<ui16>, tensor<16xi32>, tensor<16xi64>, tensor<12xi64>, tensor<12xi64>, tensor<16xi64>, tensor<12xi64>, tensor<16xi64>, tensor<i64>, tensor<16xi32>, tensor<16x12xi8>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xi16>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xi32>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xi64>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xui8>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xui16>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xui32>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xui64>, tensor<16x12xf32>, tensor<16x12xf64>, tensor<16x12xui64>, tensor<16x12xi8>, tensor<16x12xi16>, tensor<16x12xi32>, tensor<16x12xi64>, tensor<16x12xui8>, tensor<16x12xui16>, tensor<16x12xui32>, tensor<16x12xui64>, tensor<16x12xui16>, tensor<16x12xf64>, tensor<16x12xi8>, tensor<8x12xui64>, tensor<4x5xi16>, tensor<16x12xui16>, tensor<16x12xui16>, tensor<ui64>, tensor<16x24xi8>, tensor<16x24xi8>, tensor<16x12xui8>, tensor<16x12xui64>, tensor<16x24xi8>, tensor<19x23xui16>, tensor<24x32xi8>, tensor<16x3xi16>, tensor<16x6xui64>, tensor<16x4xi8>
  }
  func.func private @argmax(%arg0: tensor<16x24xi8>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x24xi32>
    %c = stablehlo.constant dense<-128> : tensor<i8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x24xi8>, tensor<16x24xi32>, tensor<i8>, tensor<i32>) -> (tensor<16xi8>, tensor<16xi32>)
     reducer(%arg1: tensor<i8>, %arg3: tensor<i8>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i8>, tensor<i8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i8>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @argmax_0(%arg0: tensor<16x12xui8>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x12xi32>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x12xui8>, tensor<16x12xi32>, tensor<ui8>, tensor<i32>) -> (tensor<16xui8>, tensor<16xi32>)
     reducer(%arg1: tensor<ui8>, %arg3: tensor<ui8>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui8>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui8>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @argmax_1(%arg0: tensor<16x12xui64>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x12xi32>
    %c = stablehlo.constant dense<0> : tensor<ui64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x12xui64>, tensor<16x12xi32>, tensor<ui64>, tensor<i32>) -> (tensor<16xui64>, tensor<16xi32>)
     reducer(%arg1: tensor<ui64>, %arg3: tensor<ui64>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui64>, tensor<ui64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui64>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @argmax_2(%arg0: tensor<16x12xi16>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x12xi32>
    %c = stablehlo.constant dense<-32768> : tensor<i16>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x12xi16>, tensor<16x12xi32>, tensor<i16>, tensor<i32>) -> (tensor<16xi16>, tensor<16xi32>)
     reducer(%arg1: tensor<i16>, %arg3: tensor<i16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i16>, tensor<i16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i16>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @argmax_3(%arg0: tensor<16x12xui16>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x12xi32>
    %c = stablehlo.constant dense<0> : tensor<ui16>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x12xui16>, tensor<16x12xi32>, tensor<ui16>, tensor<i32>) -> (tensor<16xui16>, tensor<16xi32>)
     reducer(%arg1: tensor<ui16>, %arg3: tensor<ui16>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, UNSIGNED : (tensor<ui16>, tensor<ui16>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<ui16>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<ui16>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @argmax_4(%arg0: tensor<16x12xi64>) -> tensor<16xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<16x12xi32>
    %c = stablehlo.constant dense<-9223372036854775808> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %c), (%0 init: %c_0) across dimensions = [1] : (tensor<16x12xi64>, tensor<16x12xi32>, tensor<i64>, tensor<i32>) -> (tensor<16xi64>, tensor<16xi32>)
     reducer(%arg1: tensor<i64>, %arg3: tensor<i64>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<i64>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<i64>, tensor<i32>
    }
    return %1#1 : tensor<16xi32>
  }
  func.func private @_where(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xi8>, %arg2: tensor<16x12xi8>) -> tensor<16x12xi8> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xi8>
    return %0 : tensor<16x12xi8>
  }
  func.func private @_where_5(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xi16>, %arg2: tensor<16x12xi16>) -> tensor<16x12xi16> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xi16>
    return %0 : tensor<16x12xi16>
  }
  func.func private @_where_6(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xi32>, %arg2: tensor<16x12xi32>) -> tensor<16x12xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xi32>
    return %0 : tensor<16x12xi32>
  }
  func.func private @_where_7(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xi64>, %arg2: tensor<16x12xi64>) -> tensor<16x12xi64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xi64>
    return %0 : tensor<16x12xi64>
  }
  func.func private @_where_8(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xui8>, %arg2: tensor<16x12xui8>) -> tensor<16x12xui8> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xui8>
    return %0 : tensor<16x12xui8>
  }
  func.func private @_where_9(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xui16>, %arg2: tensor<16x12xui16>) -> tensor<16x12xui16> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xui16>
    return %0 : tensor<16x12xui16>
  }
  func.func private @_where_10(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xui32>, %arg2: tensor<16x12xui32>) -> tensor<16x12xui32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xui32>
    return %0 : tensor<16x12xui32>
  }
  func.func private @_where_11(%arg0: tensor<16x12xi1>, %arg1: tensor<16x12xui64>, %arg2: tensor<16x12xui64>) -> tensor<16x12xui64> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xui64>
    return %0 : tensor<16x12xui64>
  }
  func.func private @_take(%arg0: tensor<16x12xui64>, %arg1: tensor<8xui8>) -> tensor<8x12xui64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<8xui8>) -> tensor<8x1xui8>
    %1 = "stablehlo.gather"(%arg0, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 12>}> : (tensor<16x12xui64>, tensor<8x1xui8>) -> tensor<8x12xui64>
    return %1 : tensor<8x12xui64>
  }
  func.func private @remainder(%arg0: tensor<16x12xui8>, %arg1: tensor<i64>) -> tensor<16x12xui8> {
    %0 = stablehlo.convert %arg1 : (tensor<i64>) -> tensor<ui8>
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %1 = stablehlo.compare EQ, %0, %c, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<ui8>
    %2 = call @_where_12(%1, %c_0, %0) : (tensor<i1>, tensor<ui8>, tensor<ui8>) -> tensor<ui8>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %4 = stablehlo.remainder %arg0, %3 : tensor<16x12xui8>
    %c_1 = stablehlo.constant dense<0> : tensor<ui8>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<ui8>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %8 = stablehlo.compare LT, %4, %7, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<ui8>
    %9 = stablehlo.compare LT, %2, %c_3, UNSIGNED : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<16x12xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<16x12xi1>, tensor<16x12xi1>) -> tensor<16x12xi1>
    %12 = stablehlo.and %11, %6 : tensor<16x12xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %14 = stablehlo.add %4, %13 : tensor<16x12xui8>
    %15 = stablehlo.select %12, %14, %4 : tensor<16x12xi1>, tensor<16x12xui8>
    return %15 : tensor<16x12xui8>
  }
  func.func private @_where_12(%arg0: tensor<i1>, %arg1: tensor<ui8>, %arg2: tensor<ui8>) -> tensor<ui8> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<ui8>
    return %0 : tensor<ui8>
  }
  func.func private @_where_13(%arg0: tensor<16x12xi1>, %arg1: tensor<ui8>, %arg2: tensor<ui8>) -> tensor<16x12xui8> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %2 = stablehlo.select %arg0, %0, %1 : tensor<16x12xi1>, tensor<16x12xui8>
    return %2 : tensor<16x12xui8>
  }
  func.func private @_where_14(%arg0: tensor<16x12xui8>, %arg1: tensor<16x12xui8>, %arg2: tensor<16x12xui8>) -> tensor<16x12xui8> {
    %c = stablehlo.constant dense<0> : tensor<ui8>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<ui8>) -> tensor<16x12xui8>
    %1 = stablehlo.compare NE, %arg0, %0, UNSIGNED : (tensor<16x12xui8>, tensor<16x12xui8>) -> tensor<16x12xi1>
    %2 = stablehlo.select %1, %arg1, %arg2 : tensor<16x12xi1>, tensor<16x12xui8>
    return %2 : tensor<16x12xui8>
  }
}
