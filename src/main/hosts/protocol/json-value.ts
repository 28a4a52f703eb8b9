import { z } from 'zod'

/** Any JSON, under one name so that the generated schema can refer to it. */
export const JsonValue = z.json()
export type JsonValue = z.infer<typeof JsonValue>
