import type { FleetProblem, FleetRefusal } from '../domain/fleet-problem'
import type { HostBroken, HostPipeEnd, HostProblem } from '../domain/host-problem'
import { hostProblem } from '../languages/english/messages/host-problem'
import type { Wording } from './spoken'

type Words = Wording<typeof hostProblem>

/** Why the engine of a host cannot be had, as a clause: it stands behind a name or in brackets. */
export function hostProblemInWords(problem: HostProblem, words: Words = hostProblem): string {
  switch (problem.kind) {
    case 'version': {
      const { there, thereProtocol, expected, expectedProtocol } = problem
      const { version, protocol } = words
      return version(protocol(there, String(thereProtocol)), protocol(expected, String(expectedProtocol)))
    }
    case 'no-answer':
    case 'late':
      return words[problem.kind](String(problem.seconds))
    case 'early':
      return words.early(endInWords(problem.end, words))
    case 'ended':
      return endInWords(problem.end, words)
    case 'banner':
      return words.banner(String(problem.kilobytes))
    case 'broken':
      return words.broken(brokenInWords(problem.what, words))
    case 'fault':
      return problem.message
    case 'fleet':
      return fleetInWords(problem.what, words.fleet)
    case 'form':
    case 'half':
    case 'too-long':
    case 'silent':
    case 'line-lost':
    case 'left':
    case 'stopped':
    case 'replaced':
    case 'unanswered':
    case 'nobody-asked':
      return words[problem.kind]
  }
}

/** What shells, ssh and container runtimes end with where there is no such program. */
const notFound = 127
/** What ssh ends with where it has not come to that machine, and podman and docker where not to that container. */
const unreached: readonly number[] = [255, 125]

/** What would mend it, as a sentence; undefined where nothing is known that would. `host` is the one that has it, by its name here. */
export function hostRemedyInWords(
  problem: HostProblem,
  { remedies, update, install }: Words = hostProblem,
  host = 'NAME',
): string | undefined {
  const { kind } = problem
  if (kind === 'version') return update(host)
  if (kind === 'early' && problem.end.kind === 'not-started') return remedies['not-started']
  if (kind === 'early' && problem.end.kind === 'exit') {
    if (problem.end.code === notFound) return install(host)
    if (unreached.includes(problem.end.code)) return remedies.unreached
  }
  return kind in remedies ? remedies[kind as keyof typeof remedies] : undefined
}

/** What of what a host says no engine says, as a clause. */
export function brokenInWords(what: HostBroken, { brokenBy }: Words = hostProblem): string {
  return what.kind === 'answer' ? brokenBy.answer(what.channel) : brokenBy[what.kind]
}

function fleetInWords(what: FleetProblem, words: Words['fleet']): string {
  switch (what.kind) {
    case 'refused':
      return `${words.doing[what.doing]}: ${refusalInWords(what.why, words)}`
    case 'no-kubectl':
      return words[what.kind](what.code)
    case 'late':
      return words[what.kind](String(what.seconds))
    case 'too-much':
      return words[what.kind](String(what.megabytes))
    case 'no-template':
      return words[what.of](what.template, what.namespace)
    case 'no-pool':
      return words[what.kind](what.template, what.namespace)
    case 'not-ready':
      return words[what.kind](String(what.seconds), what.told === '' ? words.nothing : what.told)
    case 'never-ready':
      return words[what.kind](what.reason)
    case 'not-workable':
      return words[what.kind](what.sandbox, what.reason === '' ? words.nothing : what.reason)
    case 'gone':
      return words[what.kind](what.sandbox)
    case 'stopped':
    case 'deleted':
    case 'no-pod':
    case 'clone':
    case 'send':
    case 'no-folder':
    case 'no-look':
      return words[what.kind]
  }
}

function refusalInWords(why: FleetRefusal, { refusals }: Words['fleet']): string {
  switch (why.kind) {
    case 'context':
      return refusals.context(JSON.stringify(why.context))
    case 'forbidden':
      return refusals.forbidden(why.namespace)
    case 'exit':
      return refusals.exit(String(why.code))
    case 'unauthorized':
    case 'unreachable':
    case 'no-agent-sandbox':
    case 'ended':
    case 'form':
      return refusals[why.kind]
  }
}

function endInWords(end: HostPipeEnd, { ends }: Words): string {
  switch (end.kind) {
    case 'exit':
      return ends.exit(String(end.code))
    case 'signal':
      return ends.signal(end.signal)
    case 'not-started':
      return ends['not-started'](JSON.stringify(end.program), end.code)
    case 'ended':
    case 'output':
    case 'cut-off':
      return ends[end.kind]
  }
}
