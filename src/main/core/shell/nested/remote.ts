import { plainWord } from '../graph'
import { joinWords, splitLeading, type NestedReader } from './nested-command'

/** `ssh host command…`: the words are joined and read by the shell over there. */
const insideSsh: NestedReader = ({ args, command, input }) => {
  const { rest } = splitLeading(args, 'bcDEeFIiJLlmOopQRSWwB')
  const [host, ...more] = rest
  if (!host) return []
  // Options may also stand after the host.
  const words = splitLeading(more, 'bcDEeFIiJLlmOopQRSWwB').rest
  if (words.length === 0) {
    // Without a command the shell over there reads what stands on standard input.
    if (command.stdin.kind === 'inherit') return []
    const text = plainWord(input ?? '')
    const how = { via: 'remote' as const, host: host.text, cwd: [], stdin: { kind: 'inherit' as const } }
    const title = `on ${host.text}`
    return [{ kind: 'script', text: { ...text, known: input !== undefined }, title, shell: 'posix', how }]
  }
  return [
    {
      kind: 'script',
      text: joinWords(words),
      title: `on ${host.text}`,
      shell: 'posix',
      how: { via: 'remote', host: host.text, cwd: [] },
    },
  ]
}

const valued = [
  '--name',
  '--volume',
  '--mount',
  '--env',
  '--env-file',
  '--network',
  '--workdir',
  '--user',
  '--entrypoint',
  '--publish',
  '--platform',
  '--label',
  '--cap-add',
  '--device',
  '--pid',
  '--ipc',
  '--memory',
  '--cpus',
  '--hostname',
  '--restart',
  '--ulimit',
  '--security-opt',
  '--file',
  '--project-name',
  '--container',
  '--namespace',
  '--context',
  '--host',
  '--config',
]

/** `docker exec web cmd`, `docker run image cmd`, `docker compose exec service cmd`: it runs inside the container. */
const insideDocker: NestedReader = ({ args }) => {
  const first = splitLeading(args, 'Hc', valued).rest
  const isCompose = first[0]?.text === 'compose'
  const words = isCompose ? splitLeading(first.slice(1), 'fp', valued).rest : first
  const verb = words[0]?.text
  if (verb !== 'exec' && verb !== 'run') return []
  const { rest } = splitLeading(words.slice(1), 'evupwlhmac', valued)
  const inner = rest.slice(1)
  const name = rest[0]?.text ?? 'the container'
  return inner.length === 0
    ? []
    : [{ kind: 'command', words: inner, how: { via: 'container', host: name, cwd: [] } }]
}

const insideKubectl: NestedReader = ({ args }) => {
  const at = args.findIndex((word) => word.text === 'exec')
  const cut = args.findIndex((word) => word.text === '--')
  return at < 0 || cut < at
    ? []
    : [
        {
          kind: 'command',
          words: args.slice(cut + 1),
          how: { via: 'container', host: args[at + 1]?.text ?? plainWord('pod').text, cwd: [] },
        },
      ]
}

/** Programs that run a command somewhere else: another machine, a container. */
export const remoteReaders: Readonly<Record<string, NestedReader>> = {
  ssh: insideSsh,
  mosh: insideSsh,
  docker: insideDocker,
  podman: insideDocker,
  nerdctl: insideDocker,
  kubectl: insideKubectl,
  oc: insideKubectl,
}
