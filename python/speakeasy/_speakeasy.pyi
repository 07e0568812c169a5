"""The compiled part (build_speakeasy.py). What it holds is checked by the C compiler."""
from typing import Any

ffi: Any
lib: Any
