import { ConfigFile } from '@shared/domain/settings'
import { z } from 'zod'

/** The keys that the configuration's schema knows in the table at a path; empty where there is no table of fixed keys. */
export function schemaKeys(path: readonly PropertyKey[]): readonly string[] {
  let schema: unknown = ConfigFile
  for (const part of path) schema = child(bare(schema), part)
  const table = bare(schema)
  return table instanceof z.ZodObject ? Object.keys(table.shape) : []
}

function child(schema: unknown, part: PropertyKey): unknown {
  if (schema instanceof z.ZodRecord) return schema.valueType
  if (!(schema instanceof z.ZodObject)) return undefined
  const shape: Readonly<Record<PropertyKey, unknown>> = schema.shape
  return shape[part]
}

function bare(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? bare(schema.unwrap()) : schema
}
