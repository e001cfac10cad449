// SPDX-License-Identifier: Apache-2.0
// Routines that a library does, where the bundle is built with one; the runtime's own stand behind
// them. A name says which it is, so that bundles built with different libraries may be linked into
// one program.
#pragma once

#include "runtime/namespace.h"
#include "runtime/op.h"

#if defined(SHARDC_LAPACK)
#define SHARDC_BUILT_WITH with_lapack
#else
#define SHARDC_BUILT_WITH without_libraries
#endif
