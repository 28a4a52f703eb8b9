import type { HostEngine } from '@shared/domain/host-listing'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { RequestChannel } from '@shared/ipc/channels'
import { cutAnswer } from './cut-answer'

/** So much of what an engine says of itself is shown. */
const mostSaid = { text: 500, list: 50 }
/** What of its settings stands beside its name, in this order. */
const shown = ['model_provider', 'model', 'approval_policy', 'sandbox_mode']

/** Asks one host's engine. */
export type AskEngine = <C extends RequestChannel>(
  channel: C,
  payload: RequestOf<C>,
) => Promise<ResponseOf<C>>

/**
 * What the engine of a host says of its settings, models, servers and rules. It is asked for them and for nothing that changes one. Rejects as `ask`
 * does.
 */
export async function lookAtEngine(ask: AskEngine): Promise<HostEngine> {
  const [settings, models, { servers }, listed] = await Promise.all([
    ask('settings.read', {}),
    ask('model.list', {}),
    ask('mcp.list', {}),
    ask('effect-rule.list', {}),
  ])
  const { file, problem, rows } = settings
  const { answer, leftOut } = cutAnswer(
    {
      file,
      ...(problem !== undefined && { problem }),
      settings: shown.flatMap((key) => {
        const value = rows.find((row) => row.key === key)?.value ?? undefined
        return value === undefined
          ? []
          : [{ key, value: typeof value === 'string' ? value : JSON.stringify(value) }]
      }),
      models: models.choices.filter(({ demo }) => !demo).map(({ provider, model }) => ({ provider, model })),
      servers: servers.map(({ id, target, enabled, runs }) => ({
        ...{ id, target, enabled },
        runs: runs.map(({ state, reason }) => ({ state, ...(reason !== undefined && { reason }) })),
      })),
    },
    mostSaid,
  )
  // Its form is looked at by no schema, and only how many there are is told.
  const rules: unknown = listed.rules
  return { ...answer, rules: Array.isArray(rules) ? rules.length : 0, leftOut }
}
