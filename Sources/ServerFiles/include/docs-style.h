// Made by Scripts/make-api-docs.py. Do not edit.
#define SERVER_FILE_DOCS_STYLE "sha256-MJ7ihFjJ+rZJCz31Ct54lMEjeHbd8f3JQkGDJyEbIrI="
