# Generated from specs/ by `python -m codegen build`; do not edit.
"""KOD tables that are constants of the format: byte -> byte, by name."""

KOD_TABLES: dict[str, bytes] = {
    "default": bytes.fromhex(
        "08638138a36b82a6180dacd5febe15f6a53676e22d41b5124bd83c5634464fa4d0018b600f70573e0667027af88c80e8c3fd0a3aa773b04d99a2f1fb5ac7c2179671ba2aa99af387ea8e099eb947d497e4b3bc58535f2e21d11aee2c6495f2b8c6338d2b1ff725adff7f39a8bf6a9179ed207ba1bb4569cddce731aaf065d7a03293b124d65b9f27428507443fb411685e49291394e61be17dc82ffa781de3de504e89b630480c100543ced3615183da776f929d747c04888655caf4c1620e28b70bc0f5cf35c54c16e098009bd9ae03afecc9db6d3b26753dbdb24a5d6c72407eab5952549cd2e9efdd371e8fcb8a90fc84e5f91419df6e23c466ebcc221c5c"
    ),
}
