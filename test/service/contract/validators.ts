import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { FORMATS } from './formats.ts';
import { definitions, type Extra, type JsonSchema, type OpenApiSchema } from './json-schema.ts';

/** Makes validators of schemas that refer to these named ones. */
export function validators(
  schemas: Readonly<Record<string, OpenApiSchema>>,
  extras: readonly Extra[] = [],
): (schema: JsonSchema) => ValidateFunction {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    // A composition states types and required properties in parts that do not know each other.
    strictTypes: false,
    strictRequired: false,
    // A test checks all schemas beyond strict mode, so that not each run has to.
    validateSchema: false,
    formats: { ...FORMATS },
  });
  ajv.addSchema(definitions(schemas, extras));
  return (schema) => ajv.compile(schema);
}
