import type { WindowSetting, SettingsView } from '@shared/domain/settings-view'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import type { approvalPolicyName } from '@shared/domain/approval-policy'
import { SandboxMode } from '@shared/domain/sandbox-policy'
import { withTilde } from '../../lib/shown-paths'
import { laterStrings } from '../../lib/later-strings'
import { useAppState, useWindow } from '../../state/context'
import { FaultNote } from '../../ui/fault-message'
import { UntrustedText } from '../../ui/untrusted-text'
import { EffectRulesSection } from './effect-rules-section'
import { HostsSection } from './hosts-section'
import { KeptSection } from './kept-section'
import { PlacesSection } from './places-section'
import { ProvidersSection } from './providers-section'
import { ServersSection } from './servers-section'
import { fieldOf, fieldsOf } from './setting-fields'
import { SettingLine } from './setting-row'
import { sectionIds, SettingsNav, SettingsSection, type SectionId } from './settings-nav'
import { useSettings } from './use-settings'

const words = laterStrings.settings
const parts = laterStrings.settingsParts
const fieldsBySection: Partial<Record<SectionId, readonly WindowSetting[]>> = fieldsOf

interface SettingsPageProps {
  /** What other parts of the window show within this page. */
  sandbox: ReactNode
  rules: ReactNode
  /** The way to set a server up; `onAdded` is called when one was. */
  addProvider: (onAdded: () => void) => ReactNode
}

/** What a person can set, see and take back, in sections. Every edit is made on the version that is shown, and counts at once. */
export function SettingsPage({ sandbox, rules, addProvider }: SettingsPageProps): ReactNode {
  const home = useAppState((state) => state.engine?.home ?? '')
  const lookedFor = useAppState((state) => state.lookedFor)
  const [query, setQuery] = useState(lookedFor?.setting ?? '')
  const [begun, setBegun] = useState(lookedFor)
  if (begun !== lookedFor) {
    setBegun(lookedFor)
    if (lookedFor !== undefined) setQuery(lookedFor.setting)
  }
  const { store } = useWindow()
  useEffect(
    () => () => {
      store.setState({ lookedFor: undefined })
    },
    [store],
  )
  const settings = useSettings()
  const { view, fault, refused } = settings
  const sections = useMemo(() => sectionIds.filter((id) => fits(sectionText(id), query)), [query])
  const lines = (id: SectionId): ReactNode => {
    if (view === undefined) return undefined
    const keys = fieldsBySection[id] ?? []
    const found = keys.filter((key) => fits(words.fields[key].join(' '), query))
    return (
      <div className="panel">
        {(found.length === 0 ? keys : found).map((key) => (
          <SettingLine
            key={key}
            field={fieldOf(view, key)}
            problem={refused?.key === key ? refused.message : undefined}
            onEdit={(value) => {
              settings.edit(key, value)
            }}
          />
        ))}
      </div>
    )
  }
  const bodies: Partial<Record<SectionId, ReactNode>> = {
    providers: (
      <>
        <ProvidersSection version={view?.version} />
        {addProvider(() => {
          settings.readAgain()
        })}
      </>
    ),
    safety: view !== undefined && <PoliciesSummary view={view} />,
    sandbox,
    places: view !== undefined && <PlacesSection view={view} />,
    servers: <ServersSection />,
    hosts: <HostsSection />,
    rules: (
      <>
        <EffectRulesSection />
        {rules}
      </>
    ),
    kept: <KeptSection />,
  }
  return (
    <div className="settings set-page" tabIndex={-1}>
      <SettingsNav sections={sections} query={query} onQuery={setQuery} />
      <div className="set-body">
        <header>
          <p className="dim">{words.lede}</p>
          {view !== undefined && (
            <p className="dim">
              <code>
                <UntrustedText text={withTilde(view.file, home)} />
              </code>
            </p>
          )}
        </header>
        {fault !== undefined && <FaultNote fault={fault} />}
        {view === undefined && fault === undefined && <p className="dim">{words.reading}</p>}
        {view?.problem !== undefined && <FaultNote fault={{ code: 'bad-request', message: view.problem }} />}
        {view?.warnings.map((warning) => (
          <FaultNote key={warning} fault={{ code: 'bad-request', message: warning }} />
        ))}
        {sections.length === 0 && <p className="dim">{words.nothingFits}</p>}
        {sections.map((id) => (
          <SettingsSection key={id} id={id}>
            {fieldsBySection[id] !== undefined && lines(id)}
            {bodies[id]}
          </SettingsSection>
        ))}
      </div>
    </div>
  )
}

const policiesWords = laterStrings.settingsParts.policies

type Policy = ReturnType<typeof approvalPolicyName>

/** What the settings in force come to: what runs without a question, what asks, and what becomes of what is stopped. */
function PoliciesSummary({ view }: { view: SettingsView }): ReactNode {
  const valueOf = (key: string): unknown => view.rows.find((row) => row.key === key)?.value
  const mode = SandboxMode.catch('workspace-write').parse(valueOf('sandbox_mode'))
  const policy = policyOf(valueOf('approval_policy'))
  const open = mode === 'workspace-write' && valueOf('sandbox_workspace_write.network_access') === true
  return (
    <dl className="panel set-words" aria-label={policiesWords.title}>
      <div>
        <dt>{policiesWords.runs}</dt>
        <dd>{policy === 'untrusted' ? policiesWords.safeAlone : policiesWords.modes[mode]}</dd>
      </div>
      <div>
        <dt>{policiesWords.asks}</dt>
        <dd>
          {policiesWords.questions[policy]} {mode !== 'danger-full-access' && networkWords(policy, open)}
        </dd>
      </div>
      <div>
        <dt>{policiesWords.stopped}</dt>
        <dd>{mode === 'danger-full-access' ? policiesWords.after.nothing : afterWords(policy)}</dd>
      </div>
      <div>
        <dt>{policiesWords.always}</dt>
        <dd>{policiesWords.alwaysText}</dd>
      </div>
    </dl>
  )
}

/** A policy that is no name is one that switches by kind. */
function policyOf(value: unknown): Policy {
  if (typeof value === 'object') return 'granular'
  return value === 'untrusted' || value === 'effects' || value === 'on-failure' || value === 'never'
    ? value
    : 'on-request'
}

function networkWords(policy: Policy, open: boolean): string {
  if (open) return policiesWords.networkOpen
  return policy === 'never' ? policiesWords.networkNever : policiesWords.networkClosed
}

function afterWords(policy: Policy): string {
  if (policy === 'never') return policiesWords.after.told
  return policy === 'untrusted' || policy === 'on-failure'
    ? policiesWords.after.asks
    : policiesWords.after.agent
}

/** All words that a section can be found by. */
function sectionText(id: SectionId): string {
  const fields = (fieldsBySection[id] ?? []).flatMap((key) => [...words.fields[key], key])
  return [...words.sections[id], ...fields, id in parts ? textsIn(parts[id as keyof typeof parts]) : ''].join(
    ' ',
  )
}

function textsIn(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join(' ') : ''
}

/** Every word that was typed stands in the text, in whatever order. */
function fits(text: string, query: string): boolean {
  const found = text.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => found.includes(word))
}
