// SPDX-License-Identifier: Apache-2.0
// Routines that a library does, where the bundle is built with one; the runtime's own stand behind
// them. A name says which it is, so that bundles built with different libraries may be linked into
// one program.
#pragma once

#include "runtime/namespace.h"
#include "runtime/op.h"

#ifdef SHARDC_CUB
#define SHARDC_AND_CUB(name) name##_and_cub
#else
#define SHARDC_AND_CUB(name) name
#endif

#if defined(SHARDC_LAPACK)
#define SHARDC_BUILT_WITH with_lapack
#elif defined(SHARDC_CUSOLVER) && defined(SHARDC_CUBLAS)
#define SHARDC_BUILT_WITH SHARDC_AND_CUB(with_cusolver_and_cublas)
#elif defined(SHARDC_CUSOLVER)
#define SHARDC_BUILT_WITH SHARDC_AND_CUB(with_cusolver)
#elif defined(SHARDC_CUBLAS)
#define SHARDC_BUILT_WITH SHARDC_AND_CUB(with_cublas)
#else
#define SHARDC_BUILT_WITH SHARDC_AND_CUB(without_others)
#endif
