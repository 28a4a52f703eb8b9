import { z } from 'zod'
import { featureOn, featureRegistry } from '@shared/domain/features'
import type { FeatureRow, SettingRow } from '@shared/domain/settings-view'
import { knownSecrets } from '../../core/redaction/known-secrets'
import { createRedactor, type Redact } from '../../core/redaction/redact-secrets'
import { whereIn } from './config-layer'
import type { LoadedSettings } from './load-settings'
import { isTable } from './read-toml'

/** Tables whose values may be keys. */
const secretTables = new Set(['http_headers', 'headers', 'query_params', 'env'])

/** Keys whose values are. */
const secretKeys = new Set(['experimental_bearer_token'])

/** Keys whose values are addresses: what stands in a query of theirs may be a key under any name. */
const addresses = new Set(['url', 'base_url', 'openai_base_url', 'endpoint'])

const withoutQuery = (address: string): string =>
  address.replaceAll(/([?&][^=&#]*=)[^&#]+/g, '$1[redacted]').replace(/(:\/\/)[^/?#]*@/, '$1[redacted]@')

/** A value without what may be a secret in it: in an address, or among the words of a command. */
function shownValue(value: unknown, key: string, redact: Redact): unknown {
  if (Array.isArray(value)) return value.map((each) => shownValue(each, key, redact))
  if (typeof value !== 'string') return value
  return redact(addresses.has(key) ? withoutQuery(value) : value)
}

/** Keys with a value of their own while nothing is configured. */
const builtIn: Readonly<Record<string, string | number>> = {
  approval_policy: 'on-request',
  sandbox_mode: 'workspace-write',
  assessment_timeout_ms: 5000,
}

/** Every value in force with its place, in the order of the configuration's keys. Profiles not in force are left out. */
export function settingRows(settings: LoadedSettings): SettingRow[] {
  const rows: SettingRow[] = []
  const redact = createRedactor(knownSecrets(settings.config, {}))
  const add = (value: unknown, path: readonly string[], secret: boolean): void => {
    if (isTable(value) && Object.keys(value).length > 0 && path.at(-1) !== 'approval_policy') {
      for (const [key, each] of Object.entries(value))
        add(each, [...path, key], secret || secretTables.has(path.at(-1) ?? '') || secretKeys.has(key))
      return
    }
    rows.push(row(settings, path, secret ? '[redacted]' : shownValue(value, path.at(-1) ?? '', redact)))
  }
  const { profiles: _others, ...config } = withDefaults(settings)
  for (const [key, value] of Object.entries(config))
    if (!isTable(value) || Object.keys(value).length > 0) add(value, [key], false)
  return rows
}

/** Every feature and whether it is on. */
export function featureRows({ config }: LoadedSettings): FeatureRow[] {
  return featureRegistry.map(({ name, stage, what }) => ({
    name,
    stage,
    enabled: featureOn(name, config.features),
    what,
  }))
}

function withDefaults({ config, project }: LoadedSettings): Readonly<Record<string, unknown>> {
  const untrusted = project?.trust === 'untrusted' ? { sandbox_mode: 'read-only' } : {}
  const otel = config.otel ?? { exporter: 'none' }
  return { ...builtIn, ...untrusted, ...config, otel }
}

function row(settings: LoadedSettings, path: readonly string[], value: unknown): SettingRow {
  const key = path.map((part) => (/^[\w-]+$/.test(part) ? part : JSON.stringify(part))).join('.')
  const json = z.json().parse(value)
  const owner = written(settings.merged.root, path) ? settings.merged.ownerOf(path) : undefined
  return owner
    ? { key, value: json, source: owner.source, where: whereIn(owner, path) }
    : { key, value: json, source: 'default' }
}

/** Whether a layer says something at the path, or something whole around it. */
function written(root: unknown, path: readonly string[]): boolean {
  let value = root
  for (const part of path) {
    if (!isTable(value)) return value !== undefined
    value = value[part]
  }
  return value !== undefined
}
