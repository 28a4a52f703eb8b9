import { argsOf, hasArg, type Rule } from './rule'

const units: Readonly<Record<string, number>> = {
  '': 1,
  b: 512,
  k: 1024,
  m: 1024 ** 2,
  g: 1024 ** 3,
  t: 1024 ** 4,
  p: 1024 ** 5,
}

/** A size as tools write it, in bytes; 0 for what is none. */
function bytesOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]?)(?:i?b)?$/i.exec(text) ?? []
  return number === '' ? 0 : Number(number) * (units[unit.toLowerCase()] ?? 1)
}

const large = 20 * 1024 ** 3

/** Using up processes, memory, disk or time. */
export const resourceRules: readonly Rule[] = [
  {
    id: 'resources.fork-bomb',
    level: 'high',
    categories: ['resource_exhaustion'],
    match: (command, view) =>
      (view.graph.recursive.length > 0 && command.via === 'function') ||
      (command.looped && command.background && /^(\$0|bash|sh)$/.test(command.program)) ||
      (command.looped &&
        command.background &&
        command.words.length === 1 &&
        command.words[0]?.text === 'bash'),
  },
  {
    id: 'resources.fill-disk',
    level: 'high',
    categories: ['resource_exhaustion'],
    match: (command) => {
      const args = argsOf(command)
      const toFile = command.redirects.some(
        ({ mode, target }) => /write|append/.test(mode) && !target.text.startsWith('/dev/'),
      )
      if (command.program === 'yes' && toFile) return 'yes without end'
      if (command.program === 'cat' && toFile && hasArg(command, /^\/dev\/(zero|u?random)$/))
        return 'an endless file'
      if (command.program === 'dd' && hasArg(command, /^if=\/dev\/(zero|u?random)$/)) {
        const part = (name: string): string =>
          args.find((text) => text.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
        const count = part('count')
        const total =
          (bytesOf(part('bs')) || 512) * (count === '' ? Number.POSITIVE_INFINITY : Number(count) || 0)
        const out = part('of')
        return out !== '' && out !== '/dev/null' && total > large
          ? `${out} with ${count === '' ? 'no limit' : count}`
          : false
      }
      const size = args.map(bytesOf).find((each) => each > large)
      return /^(fallocate|truncate|mkfile|head)$/.test(command.program) &&
        (size !== undefined || args.some((text) => bytesOf(text.replace(/^-[lsc]\+?/, '')) > large))
        ? command.program
        : false
    },
  },
  {
    id: 'resources.miner',
    level: 'high',
    categories: ['resource_exhaustion', 'network_access'],
    match: (command) =>
      hasArg(command, /^(--?[\w-]+=)?stratum\d?\+(tcp|ssl|tls|udp):\/\//i) ? command.program : false,
  },
  {
    id: 'resources.endless',
    level: 'medium',
    categories: ['resource_exhaustion'],
    match: (command, view) =>
      (command.program === 'yes' && command.redirects.length > 0) || view.graph.endless.includes(command.id),
  },
]
