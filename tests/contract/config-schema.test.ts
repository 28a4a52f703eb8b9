import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format } from 'oxfmt'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { featureRegistry } from '@shared/domain/features'
import { ConfigFile } from '@shared/domain/settings'

const file = resolve('docs/config.schema.json')

/** The schema of what may stand in config.toml: before defaults are filled in. */
async function schemaText(): Promise<string> {
  const schema = z.toJSONSchema(ConfigFile, { io: 'input' })
  const titled = { ...schema, title: 'config.toml of Countersign' }
  return (await format(file, JSON.stringify(titled), { printWidth: 110 })).code
}

test('docs/config.schema.json is what the schema says (npm run config:schema writes it)', async () => {
  await expect(await schemaText()).toMatchFileSnapshot(file)
})

test('every feature has its key in [features], and every key there is a feature or the older name of one', () => {
  const { properties } = JSON.parse(readFileSync(file, 'utf8')) as {
    properties: { features: { properties: Record<string, unknown> } }
  }
  const older = featureRegistry.flatMap(({ legacy }) =>
    legacy.flatMap((key) => (key.startsWith('features.') ? [key.slice('features.'.length)] : [])),
  )
  expect(Object.keys(properties.features.properties).sort()).toEqual(
    [...featureRegistry.map(({ name }) => name), ...older].sort(),
  )
})
