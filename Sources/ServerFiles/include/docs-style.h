// Made by Scripts/make-api-docs.py. Do not edit.
#define SERVER_FILE_DOCS_STYLE "sha256-60jQljD3cow1GJhgba1qSFpjfuIQwGuHNP/7FCLhcG4="
