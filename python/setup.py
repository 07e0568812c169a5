"""Builds the package on an installed libspeakeasy, found by pkg-config. docs/python.md says how."""
from setuptools import setup

setup(cffi_modules=["build_speakeasy.py:ffi"])
