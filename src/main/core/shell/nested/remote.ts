import { plainWord, type Word } from '../graph'
import { joinWords, splitLeading, type NestedCommand, type NestedReader } from './nested-command'

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
      words,
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

/** A command that runs inside something which has this name. */
const inContainer = (words: readonly Word[], host: string | undefined): readonly NestedCommand[] =>
  words.length === 0
    ? []
    : [{ kind: 'command', words, how: { via: 'container', host: host ?? 'the container', cwd: [] } }]

const isOption = ({ text }: Word): boolean => text.startsWith('-')

/** `docker exec web cmd`, `docker run image cmd`, `docker compose exec service cmd`: it runs inside the container. */
const insideDocker: NestedReader = ({ args, command }) => {
  const first = splitLeading(args, 'Hc', valued).rest
  const isHyphened = command.program.endsWith('-compose')
  const isCompose = isHyphened || first[0]?.text === 'compose'
  const words = isCompose ? splitLeading(isHyphened ? args : first.slice(1), 'fp', valued).rest : first
  const verb = words[0]?.text
  if (verb !== 'exec' && verb !== 'run') return []
  const { rest } = splitLeading(words.slice(1), 'evupwlhmac', valued)
  return inContainer(rest.slice(1), rest[0]?.text)
}

const insideKubectl: NestedReader = ({ args }) => {
  const at = args.findIndex((word) => word.text === 'exec')
  const cut = args.findIndex((word) => word.text === '--')
  if (at < 0 || cut < at) return []
  const { rest } = splitLeading(args.slice(at + 1, cut), 'cn', ['--container', '--namespace'])
  return inContainer(args.slice(cut + 1), rest[0]?.text)
}

/** `lxc exec NAME -- cmd`, `nomad alloc exec NAME cmd`. */
const insideExec =
  (...verbs: readonly string[]): NestedReader =>
  ({ args }) => {
    const words = args.filter((word) => word.text !== '--')
    if (!verbs.every((verb, at) => words[at]?.text === verb)) return []
    const { rest } = splitLeading(words.slice(verbs.length), '', [
      '--task',
      '-task',
      '--exec-id',
      '--cwd',
      '--user',
    ])
    return inContainer(rest.slice(1), rest[0]?.text)
  }

/** A shell over there that reads what stands behind some words, or an option behind them. */
const overThere =
  (verbs: readonly string[], option?: RegExp): NestedReader =>
  ({ args, command }) => {
    const plain = args.filter((word) => !isOption(word))
    if (!verbs.every((verb, at) => plain[at]?.text === verb)) return []
    const behind = args.slice(args.findIndex(({ text }) => text === verbs.at(-1)) + 1)
    const { rest } = splitLeading(behind, '')
    const words = option ? behind.filter((_, at) => option.test(behind[at - 1]?.text ?? '')) : rest
    const named = option && plain.slice(verbs.length).find((word) => !words.includes(word))
    const host = named?.text ?? command.program
    if (words.length === 0) return []
    const how = { via: 'remote' as const, host, cwd: [] }
    return [{ kind: 'script', text: joinWords(words), words, title: `on ${host}`, shell: 'posix', how }]
  }

/** Programs that run a command somewhere else: another machine, a container. */
export const remoteReaders: Readonly<Record<string, NestedReader>> = {
  ssh: insideSsh,
  mosh: insideSsh,
  docker: insideDocker,
  podman: insideDocker,
  nerdctl: insideDocker,
  'docker-compose': insideDocker,
  'podman-compose': insideDocker,
  kubectl: insideKubectl,
  oc: insideKubectl,
  lxc: insideExec('exec'),
  incus: insideExec('exec'),
  multipass: insideExec('exec'),
  crictl: insideExec('exec'),
  ctr: insideExec('task', 'exec'),
  nomad: insideExec('alloc', 'exec'),
  adb: overThere(['shell']),
  heroku: overThere(['run']),
  vagrant: overThere(['ssh'], /^(-c|--command)$/),
  flyctl: overThere(['ssh', 'console'], /^(-C|--command)$/),
  fly: overThere(['ssh', 'console'], /^(-C|--command)$/),
  gcloud: overThere(['compute', 'ssh'], /^--command$/),
}

/** Programs of containers, of whose options none starts anything on this machine. */
export const startsInside = /^((docker|podman)(-compose)?|nerdctl|lxc|incus|multipass|crictl|ctr)$/
