import { builtInProviders } from '@shared/domain/model-presets'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { SettingEdit, SettingRow, SettingsView, WindowSetting } from '@shared/domain/settings-view'
import { strings } from '../../lib/strings'

type Json = SettingEdit['value']

/** How a value is entered. `parse` of a text gives the value to write; null takes the key out. */
export type Control =
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'switch' }
  | { readonly kind: 'text'; readonly parse: (text: string) => Json }

/** One row of the page. `value` is what is in force, '' when nothing is. */
export interface Field {
  readonly key: WindowSetting
  readonly control: Control
  readonly value: string
  readonly source: SettingRow['source']
  readonly where: string | undefined
}

/** The rows by section, in the order of the page. */
export const sections = [
  { id: 'model', keys: ['model_provider', 'model'] },
  { id: 'safety', keys: ['approval_policy', 'sandbox_mode'] },
  {
    id: 'assessment',
    keys: ['features.sandbox_command_assessment', 'assessment_model', 'assessment_timeout_ms'],
  },
  { id: 'told', keys: ['tui.notifications', 'otel.exporter', 'otel.log_user_prompt'] },
] as const satisfies readonly { id: keyof typeof strings.settings.sections; keys: readonly WindowSetting[] }[]

const plain = (text: string): Json => (text === '' ? null : text)
const whole = (text: string): Json => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text)

/** A field with what is in force for it. What is on by default is on when nobody has said anything. */
export function fieldOf(view: SettingsView, key: WindowSetting): Field {
  const row =
    view.rows.find((each) => each.key === key) ?? view.rows.find((each) => each.key.startsWith(`${key}.`))
  const placed = { key, source: row?.source ?? 'default', where: row?.where } as const
  const text = row === undefined ? '' : typeof row.value === 'string' ? row.value : JSON.stringify(row.value)
  switch (key) {
    case 'model_provider':
      return { ...placed, control: providers(view, text), value: text }
    case 'approval_policy':
      return {
        ...placed,
        control: choice(NamedApprovalPolicy.options, strings.approvalPolicies),
        value: text,
      }
    case 'sandbox_mode':
      return { ...placed, control: choice(SandboxMode.options, strings.sandboxModes), value: text }
    case 'features.sandbox_command_assessment': {
      const on = view.features.find(({ name }) => key.endsWith(name))?.enabled ?? true
      return { ...placed, control: { kind: 'switch' }, value: String(on) }
    }
    case 'tui.notifications':
      return { ...placed, control: { kind: 'switch' }, value: String(text !== 'false' && text !== '[]') }
    case 'otel.log_user_prompt':
      return { ...placed, control: { kind: 'switch' }, value: String(text === 'true') }
    case 'otel.exporter': {
      const parse = (address: string): Json =>
        address === '' ? null : { 'otlp-http': { endpoint: address } }
      return { ...placed, control: { kind: 'text', parse }, value: text === 'none' ? '' : text }
    }
    case 'assessment_timeout_ms':
      return { ...placed, control: { kind: 'text', parse: whole }, value: text }
    case 'model':
    case 'assessment_model':
      return { ...placed, control: { kind: 'text', parse: plain }, value: text }
  }
}

function choice(values: readonly string[], labels: Readonly<Record<string, string>>): Control {
  return { kind: 'choice', options: values.map((value) => ({ value, label: labels[value] ?? value })) }
}

/** The providers that can be named: those that exist without configuration, and those of config.toml. */
function providers(view: SettingsView, current: string): Control {
  const own = view.rows.flatMap(({ key }) => /^model_providers\.([^.]+)\.base_url$/.exec(key)?.[1] ?? [])
  const known = new Map(builtInProviders.map(({ id, name }) => [id, name]))
  for (const id of [...own, ...(current === '' ? [] : [current])]) if (!known.has(id)) known.set(id, id)
  const none = current === '' ? [{ value: '', label: strings.settings.notSet }] : []
  return { kind: 'choice', options: [...none, ...[...known].map(([value, label]) => ({ value, label }))] }
}
