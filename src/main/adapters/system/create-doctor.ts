import { access, constants } from 'node:fs/promises'
import type { LocalServer } from '@shared/domain/provider-listing'
import type { ContainerUse, DoctorCheck, SandboxStatus } from '@shared/domain/doctor'
import { FaultError } from '@shared/domain/fault'
import { inContainerAlone } from '@shared/domain/sandbox-policy'
import type { ModelProviders } from '../../core/ports/models'
import type { Sandbox } from '../../core/ports/sandbox'
import type { Rehearser } from '../../core/rehearsal/rehearser'

/** What the doctor looks at. */
export interface DoctorSubjects {
  readonly sandbox: Sandbox & Partial<Rehearser>
  readonly models: ModelProviders
  /** Model servers on this machine, asked anew. */
  readonly localServers: () => Promise<readonly LocalServer[]>
  readonly configPath: string
  readonly home: string
  /** Why no sandbox is held for commands in the current folder, or in an empty one where that holds the person's home; as a clause. Undefined: one is, or none is held on this system. */
  readonly whyNonePrepared: () => Promise<string | undefined>
  /** What the platform's sandbox needs, part by part; the first row already says whether it works. */
  readonly sandboxParts: (status: SandboxStatus) => Promise<readonly DoctorCheck[]>
}

async function sandboxCheck(sandbox: Sandbox): Promise<DoctorCheck> {
  const status = await sandbox.status()
  return status.kind === 'available'
    ? {
        id: 'sandbox',
        title: 'Commands run in a sandbox',
        status: 'ok',
        detail: `bubblewrap ${status.version}`,
      }
    : status.container?.kind === 'boundary'
      ? {
          id: 'sandbox',
          title: 'No sandbox: the container is the only boundary',
          status: 'warn',
          detail: `What it mounts can be changed, and its network is not limited. ${status.reason}; known for a container by ${status.container.sign}. What the container does not ensure stops for you.`,
          remedy: status.remedy,
        }
      : {
          id: 'sandbox',
          title: 'No working sandbox',
          status: 'missing',
          detail: `${status.reason}. Every command stops for you and can only be allowed outside the sandbox.${status.container ? ` confinement = "container" does not count: ${whyUnused[status.container.why]}.` : ''}`,
          remedy: status.remedy,
        }
}

const whyUnused: Readonly<Record<Extract<ContainerUse, { kind: 'unused' }>['why'], string>> = {
  'no-sign': 'nothing shows that this is a container',
  'not-refused': 'it is not the system that refuses to have a sandbox made, so one may be had',
  'was-there': 'a sandbox could be made before',
}

/** The sandbox's parts; where the container is the boundary none of them is what everything waits for. */
async function sandboxParts(subjects: DoctorSubjects): Promise<readonly DoctorCheck[]> {
  const status = await subjects.sandbox.status()
  const parts = await subjects.sandboxParts(status)
  return inContainerAlone(status) ? parts.filter((part) => part.status !== 'missing') : parts
}

async function homeCheck(home: string): Promise<DoctorCheck> {
  const writable = await access(home, constants.W_OK).then(
    () => true,
    () => false, // not there or not ours: said below
  )
  return writable
    ? { id: 'home', title: 'Records can be written', status: 'ok', detail: home }
    : {
        id: 'home',
        title: 'Records cannot be written',
        status: 'missing',
        detail: `${home} may not be written to. A decision that cannot be recorded does not count.`,
        remedy: `chmod u+rwx ${home}`,
      }
}

function modelCheck(
  models: ModelProviders,
  configPath: string,
  servers: readonly LocalServer[],
): DoctorCheck {
  const real = models.choices().find((choice) => !choice.demo)
  if (real) {
    try {
      models.open(real.provider)
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      const { message, remedy } = error.fault
      return {
        id: 'model',
        title: 'The model cannot be used',
        status: 'warn',
        detail: message,
        ...(remedy === undefined ? {} : { remedy }),
      }
    }
  }
  return real
    ? { id: 'model', title: 'A model is set', status: 'ok', detail: `${real.model} (${real.providerName})` }
    : {
        id: 'model',
        title: 'No model is set',
        status: 'warn',
        detail: withoutModel(servers),
        remedy: `Choose one in Settings, under Models, or set model and model_provider in ${configPath}`,
      }
}

/** What can be used all the same. */
function withoutModel(servers: readonly LocalServer[]): string {
  const [found] = servers.filter(({ models }) => models.length > 0)
  return found
    ? `A session of the window can be begun with ${found.name}, found here; nothing else than the built-in demo without one.`
    : 'Only the built-in demo can be used.'
}

function localChecks(servers: readonly LocalServer[]): DoctorCheck[] {
  if (servers.length === 0) return []
  const found = servers.map(
    ({ name, address, models }) => `${name} (${address}): ${models.slice(0, 5).join(', ') || '-'}`,
  )
  return [
    { id: 'local-models', title: 'Model servers on this machine', status: 'ok', detail: found.join('; ') },
  ]
}

/** A reason as the end of a sentence, which it may be itself. */
const ended = (why: string): string => (why.endsWith('.') ? why : `${why}.`)

/** Nothing where there is no sandbox at all: the first row says so. */
async function preparedChecks({ sandbox, whyNonePrepared }: DoctorSubjects): Promise<readonly DoctorCheck[]> {
  if (!sandbox.whyNonePrepared || (await sandbox.status()).kind !== 'available') return []
  const why = await whyNonePrepared()
  const id = 'prepared-sandbox'
  return why === undefined
    ? [
        {
          id,
          title: 'One sandbox is held for the commands of a turn',
          status: 'ok',
          detail: 'tried out',
        },
      ]
    : [
        {
          id,
          title: 'No sandbox is held',
          status: 'warn',
          detail: `Each command here waits until its own sandbox is made: ${ended(why)}`,
        },
      ]
}

/** Nothing where there is no sandbox at all, as above. */
async function rehearsalChecks({ sandbox }: DoctorSubjects): Promise<readonly DoctorCheck[]> {
  if ((await sandbox.status()).kind !== 'available') return []
  const why = sandbox.whyNoRehearsal
    ? await sandbox.whyNoRehearsal()
    : 'this system has no copy-on-write view'
  const id = 'rehearsal'
  return why === undefined
    ? [{ id, title: 'Commands can be rehearsed', status: 'ok', detail: 'tried out on an overlay' }]
    : [
        {
          id,
          title: 'Commands cannot be rehearsed',
          status: 'warn',
          detail: `What a command would change is not shown beforehand: ${ended(why)}`,
        },
      ]
}

/** Nothing where there is no sandbox at all, or one whose commands never share a network. */
async function sharedNetworkChecks(sandbox: Sandbox): Promise<readonly DoctorCheck[]> {
  if (!sandbox.whyNoSharedNetwork || (await sandbox.status()).kind !== 'available') return []
  const why = await sandbox.whyNoSharedNetwork()
  const id = 'session-network'
  return why === undefined
    ? [{ id, title: 'Commands of one session reach each other’s servers', status: 'ok', detail: 'tried out' }]
    : [
        {
          id,
          title: 'Commands of one session do not reach each other’s servers',
          status: 'warn',
          detail: `Each command has a network of its own: ${ended(why)}`,
          ...(why.startsWith('nsenter') && { remedy: 'Install the package util-linux' }),
        },
      ]
}

/** Looks at the machine and reports each part, with the remedy where something is missing. Changes nothing. */
export function createDoctor(subjects: DoctorSubjects): () => Promise<readonly DoctorCheck[]> {
  return async () => {
    const servers = await subjects.localServers()
    return [
      await sandboxCheck(subjects.sandbox),
      ...(await preparedChecks(subjects)),
      ...(await rehearsalChecks(subjects)),
      ...(await sharedNetworkChecks(subjects.sandbox)),
      modelCheck(subjects.models, subjects.configPath, servers),
      ...localChecks(servers),
      await homeCheck(subjects.home),
      ...(await sandboxParts(subjects)),
    ]
  }
}
