import { z } from 'zod'
import { absent } from '../../app-server/protocol/absent'
import { JsonValue } from '../../protocol/json-value'

/** One value in place of what a key has; null: as if nobody had set it. */
const edit = {
  keyPath: z.string().min(1).max(500),
  value: JsonValue,
  mergeStrategy: z.enum(['replace', 'upsert']),
}
const where = {
  filePath: z.string().max(4096).nullish().transform(absent),
  expectedVersion: z.string().max(200).nullish().transform(absent),
}
const written = z.object({
  status: z.literal('ok'),
  version: z.string(),
  filePath: z.string(),
  overriddenMetadata: z.null(),
})

/** The requests that write config.toml, by method: all edits of one or none. */
export const writeRequests = {
  'config/value/write': { params: z.object({ ...edit, ...where }), result: written },
  'config/batchWrite': {
    params: z.object({ edits: z.array(z.object(edit)).min(1).max(100), ...where }),
    result: written,
  },
} as const
