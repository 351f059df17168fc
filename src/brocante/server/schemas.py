"""How structures that go over the wire as arrays are described by OpenAPI: Litestar describes all as objects."""

from typing import TYPE_CHECKING

from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition
from msgspec import Struct
from msgspec.structs import fields

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class ArrayStructs(OpenAPISchemaPlugin):
    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        is_struct = not field_definition.is_union and field_definition.is_subclass_of(Struct)
        return is_struct and field_definition.type_.__struct_config__.array_like

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: "SchemaCreator") -> Schema:
        array = schema_creator.schema_registry.get_schema_for_field_definition(field_definition)
        array.type = OpenAPIType.ARRAY
        array.description = field_definition.type_.__doc__
        array.prefix_items = [
            schema_creator.for_field_definition(FieldDefinition.from_annotation(field.type, name=field.name))
            for field in fields(field_definition.type_)
        ]
        array.min_items = array.max_items = len(array.prefix_items)
        return array
