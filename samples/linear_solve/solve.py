"""Prints program.mlir: a batch of systems of linear equations, solved by LU."""
import jax
import jax.numpy as jnp

a, b = jax.ShapeDtypeStruct((6, 5, 5), jnp.float32), jax.ShapeDtypeStruct((6, 5), jnp.float32)


def linear_solve(a, b):
    return {"x": jnp.linalg.solve(a, b[..., None])[..., 0]}


print(jax.jit(linear_solve).lower(a, b).as_text(debug_info=False), end="")
