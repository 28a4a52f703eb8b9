import { builtInProviders } from '@shared/domain/model-presets'
import { NamedApprovalPolicy } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import type { SettingEdit, SettingRow, SettingsView, WindowSetting } from '@shared/domain/settings-view'
import { ReasoningEffort, usualTelemetryHosts, type FileOpener } from '@shared/domain/settings'
import { languages } from '@shared/languages/languages'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'

const words = laterStrings.settings

type Json = SettingEdit['value']

/** How a value is entered. `parse` of a text gives the value to write; null takes the key out. */
export type Control =
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: string; readonly label: string }[]
      /** Absent: the value is written as it stands. */
      readonly parse?: (value: string) => Json
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

/** The settings of each section that has some, in the order of the page. */
export const fieldsOf = {
  model: ['model_provider', 'model', 'model_reasoning_effort', 'review_model'],
  safety: ['approval_policy', 'sandbox_mode', 'rehearse', 'desk'],
  assessment: [
    'features.sandbox_command_assessment',
    'assessment_model',
    'assessment_reasoning_effort',
    'assessment_timeout_ms',
  ],
  notifications: ['tui.notifications', 'desktop.approval_boxes', 'desktop.sounds'],
  desktop: ['desktop.close', 'desktop.open_at_login', 'desktop.updates'],
  window: [
    'window.theme',
    'window.high_contrast',
    'window.text_size',
    'window.density',
    'window.reduced_motion',
    'language',
    'file_opener',
  ],
  telemetry: ['otel.exporter', 'otel.log_user_prompt', 'agent_telemetry_hosts'],
} as const satisfies Partial<Record<keyof typeof laterStrings.settings.sections, readonly WindowSetting[]>>

const languageChoice: Control = {
  kind: 'choice',
  options: [
    { value: '', label: words.ownLanguage },
    { value: 'en', label: 'English' },
    ...Object.entries(languages).map(([value, { name }]) => ({ value, label: name })),
  ],
}

/** By their own names. */
const editors: Readonly<Record<FileOpener, string>> = {
  vscode: 'VS Code',
  'vscode-insiders': 'VS Code Insiders',
  windsurf: 'Windsurf',
  cursor: 'Cursor',
  none: words.noEditor,
}

const plain = (text: string): Json => (text === '' ? null : text)
const whole = (text: string): Json => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : text)

/** A field with what is in force for it. What is on by default is on when nobody has said anything. */
export function fieldOf(view: SettingsView, key: WindowSetting): Field {
  const row =
    view.rows.find((each) => each.key === key) ?? view.rows.find((each) => each.key.startsWith(`${key}.`))
  const placed = { key, source: row?.source ?? 'default', where: row?.where } as const
  const text = row === undefined ? '' : typeof row.value === 'string' ? row.value : JSON.stringify(row.value)
  switch (key) {
    case 'language':
      return { ...placed, control: languageChoice, value: text }
    case 'window.theme':
      return { ...placed, control: choiceOf(words.themes, words.asSystem), value: text }
    case 'window.text_size':
      return { ...placed, control: choiceOf(words.textSizes), value: text === '' ? 'normal' : text }
    case 'window.reduced_motion':
      return {
        ...placed,
        control: choiceOf(words.motions, words.asSystem, truth),
        value: text === 'true' ? text : '',
      }
    case 'window.high_contrast':
      return {
        ...placed,
        control: choiceOf(words.contrasts, words.asSystem, truth),
        value: text === 'true' ? text : '',
      }
    case 'window.density':
      return { ...placed, control: choiceOf(words.densities), value: text === '' ? 'comfortable' : text }
    case 'file_opener':
      return { ...placed, control: choiceOf(editors), value: text === '' ? 'vscode' : text }
    case 'model_provider':
      return { ...placed, control: providers(view, text), value: text }
    case 'model_reasoning_effort':
    case 'assessment_reasoning_effort':
      return { ...placed, control: choiceOf(efforts, words.asModel), value: text }
    case 'approval_policy':
      return {
        ...placed,
        control: choice(NamedApprovalPolicy.options, strings.approvalPolicies),
        value: text,
      }
    case 'sandbox_mode':
      return { ...placed, control: choice(SandboxMode.options, strings.sandboxModes), value: text }
    case 'rehearse':
      return { ...placed, control: choiceOf(words.rehearses), value: text === '' ? 'auto' : text }
    case 'features.sandbox_command_assessment': {
      const on = view.features.find(({ name }) => key.endsWith(name))?.enabled ?? true
      return { ...placed, control: { kind: 'switch' }, value: String(on) }
    }
    case 'tui.notifications':
      return {
        ...placed,
        control: choiceOf(words.notify, undefined, notified),
        value: notifiedAs(row?.value),
      }
    case 'desktop.approval_boxes':
      return { ...placed, control: choiceOf(words.boxes), value: text === '' ? 'hidden' : text }
    case 'desktop.close':
      return { ...placed, control: choiceOf(words.closes, words.asks), value: text }
    case 'desk':
    case 'desktop.sounds':
    case 'desktop.open_at_login':
    case 'desktop.updates':
    case 'otel.log_user_prompt':
      return { ...placed, control: { kind: 'switch' }, value: String(text === 'true') }
    case 'agent_telemetry_hosts': {
      const hosts = Array.isArray(row?.value) ? row.value.map(String) : usualTelemetryHosts
      return { ...placed, control: { kind: 'text', parse: listed }, value: hosts.join(', ') || noHosts }
    }
    case 'otel.exporter': {
      const parse = (address: string): Json =>
        address === '' ? null : { 'otlp-http': { endpoint: address } }
      return { ...placed, control: { kind: 'text', parse }, value: text === 'none' ? '' : text }
    }
    case 'assessment_timeout_ms':
      return { ...placed, control: { kind: 'text', parse: whole }, value: text }
    case 'model':
    case 'review_model':
    case 'assessment_model':
      return { ...placed, control: { kind: 'text', parse: plain }, value: text }
  }
}

const efforts = Object.fromEntries(
  ReasoningEffort.options.map((effort) => [effort, strings.composer.efforts[effort]]),
)

/** What stands for a list of none; an empty field is one that nobody set. */
const noHosts = 'none'
const listed = (text: string): Json => {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  return names.length === 0 ? null : names.length === 1 && names[0] === noHosts ? [] : names
}

const truth = (value: string): Json => value === 'true'
const notified = (value: string): Json => (value === 'all' ? true : value === 'none' ? false : [value])

function notifiedAs(value: Json | undefined): string {
  if (!Array.isArray(value)) return value === false ? 'none' : 'all'
  const [only, ...more] = value
  return only === undefined ? 'none' : more.length === 0 && typeof only === 'string' ? only : 'all'
}

/** A choice among what has a word. `unset`: what it is called that the file says nothing. */
function choiceOf(
  labels: Readonly<Record<string, string>>,
  unset?: string,
  parse: (value: string) => Json = plain,
): Control {
  const options = Object.entries(labels).map(([value, label]) => ({ value, label }))
  return {
    kind: 'choice',
    options: [...(unset === undefined ? [] : [{ value: '', label: unset }]), ...options],
    parse: (value) => (value === '' ? null : parse(value)),
  }
}

function choice(values: readonly string[], labels: Readonly<Record<string, string>>): Control {
  return { kind: 'choice', options: values.map((value) => ({ value, label: labels[value] ?? value })) }
}

/** The providers that can be named: those that exist without configuration, and those of config.toml. */
function providers(view: SettingsView, current: string): Control {
  const own = view.rows.flatMap(({ key }) => /^model_providers\.([^.]+)\.base_url$/.exec(key)?.[1] ?? [])
  const known = new Map(builtInProviders.map(({ id, name }) => [id, name]))
  for (const id of [...own, ...(current === '' ? [] : [current])]) {
    const name = view.rows.find(({ key }) => key === `model_providers.${id}.name`)?.value
    if (!known.has(id)) known.set(id, typeof name === 'string' ? name : id)
  }
  const none = current === '' ? [{ value: '', label: words.notSet }] : []
  return { kind: 'choice', options: [...none, ...[...known].map(([value, label]) => ({ value, label }))] }
}
