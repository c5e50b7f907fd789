"""The number format of the products in a training step."""

from typing import Literal

import torch

Precision = Literal["float32", "bfloat16"]
QUICK = ("amx_bf16", "avx512_bf16", "bf16")
"""What a processor must be able to do for bfloat16 to be fast; others take four times as long as
in float32."""


def precision_on(
    device: torch.device, wanted: Literal["auto", "float32", "bfloat16"]
) -> Precision:
    """The precision of a training on a device; `auto` is bfloat16 where that is fast."""
    if wanted != "auto":
        return wanted
    if device.type == "cuda":
        return "bfloat16" if torch.cuda.is_bf16_supported(including_emulation=False) else "float32"
    able: dict[str, bool] = getattr(torch.cpu, "get_capabilities", dict)()  # newer torch has it
    return "bfloat16" if any(map(able.get, QUICK)) else "float32"
