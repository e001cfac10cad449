// SPDX-License-Identifier: Apache-2.0
// Words of attributes that several dialects have.
#ifndef SHARDC_ENUMS
#define SHARDC_ENUMS

include "mlir/IR/EnumAttr.td"

def DirectionEnum : I32EnumAttr<"Direction", "", [
    I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>, I32EnumAttrCase<"GE", 2>,
    I32EnumAttrCase<"GT", 3>, I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def CompareTypeEnum : I32EnumAttr<"CompareType", "", [
    I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>, I32EnumAttrCase<"TOTALORDER", 2>,
    I32EnumAttrCase<"SIGNED", 3>, I32EnumAttrCase<"UNSIGNED", 4>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def PrecisionEnum : I32EnumAttr<"Precision", "", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>, I32EnumAttrCase<"HIGHEST", 2>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}

#endif
