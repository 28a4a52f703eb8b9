import { z } from 'zod'
import { DoctorCheck, SandboxStatus } from '../domain/doctor'
import { HookAgentState, HookConnect, HookConnected } from '../domain/hook-agent'
import { DecisionCounts } from '../domain/decision-counts'
import { KeptFiles } from '../domain/kept-files'
import {
  ProviderListing,
  ProviderTest,
  ModelKey,
  ModelListing,
  AddedProvider,
  NewProvider,
} from '../domain/provider-listing'
import { SettingsReply, SettingsView, WindowSetting } from '../domain/settings-view'

const Nothing = z.strictObject({})
const ProviderId = z.string().min(1).max(200)

/** JSON that the page which shows it reads by a schema of its own: the first screen does not wait for that. */
const LaterRead = z.record(z.string(), z.json())

/** The part of the contract about what a person sets up: models and their servers, settings, the machine, what is kept. */
export const settingsContract = {
  'model.list': { request: z.strictObject({ fresh: z.boolean().optional() }), response: ModelListing },
  'model.save-key': {
    request: z.strictObject({ provider: ProviderId, key: ModelKey }),
    response: z.strictObject({ place: z.string() }),
  },
  /** Takes a stored key out of the store; one in the environment is not ours. */
  'model.remove-key': { request: z.strictObject({ provider: ProviderId }), response: Nothing },
  /** A server of the person's own, under an id that nothing else has; it changes no provider that is there. */
  'model.add-provider': { request: NewProvider, response: AddedProvider },
  'model.providers': { request: Nothing, response: z.strictObject({ providers: z.array(ProviderListing) }) },
  'model.test': { request: z.strictObject({ provider: ProviderId }), response: ProviderTest },
  'settings.read': {
    request: z.strictObject({ cwd: z.string().min(1).max(4096).optional() }),
    response: SettingsView,
  },
  'settings.write': {
    request: z.strictObject({
      version: z.string().max(100),
      edits: z
        .array(z.strictObject({ key: WindowSetting, value: z.json() }))
        .min(1)
        .max(20),
    }),
    response: SettingsReply,
  },
  'doctor.run': {
    request: Nothing,
    response: z.strictObject({ sandbox: SandboxStatus, checks: z.array(DoctorCheck) }),
  },
  /** What was asked and decided, by agent, over all engines of the home. */
  'decisions.count': { request: Nothing, response: DecisionCounts },
  /** What agents did in the last days, read by today's rules (docs/spec/replay.md): a ReplayReport. Takes as long as reading it does. */
  'history.replay': {
    request: z.strictObject({ days: z.int().min(1) }),
    response: LaterRead,
  },
  /** Takes over what agents may do unasked; without `write` it says what it would do: a RuleImportReport. */
  'rules.import': { request: z.strictObject({ write: z.boolean() }), response: LaterRead },
  /** The agents of other makers on this machine that can be decided on by their hooks. */
  'desk.look': { request: Nothing, response: z.strictObject({ agents: z.array(HookAgentState) }) },
  /** Without `shown` it says what it would change; with it just that is changed, or `bad-request`. */
  'desk.connect': { request: HookConnect, response: HookConnected },
  'kept.read': { request: Nothing, response: KeptFiles },
  /** Shows the home in the system's file browser; `unsupported` where the host has none. */
  'kept.show': { request: Nothing, response: z.strictObject({ kind: z.enum(['shown', 'unsupported']) }) },
} as const
