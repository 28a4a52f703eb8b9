import type { SimpleCommand } from '../../shell/graph'
import { hasArg, verbs, type View } from './rule'

/** Programs whose output comes from elsewhere. */
export function downloads(command: SimpleCommand): boolean {
  const [first = '', second = ''] = verbs(command)
  switch (command.program) {
    case 'curl':
    case 'wget':
    case 'fetch':
    case 'http':
    case 'https':
    case 'xh':
    case 'aria2c':
    case 'lynx':
    case 'w3m':
    case 'nc':
    case 'ncat':
    case 'netcat':
    case 'socat':
    case 'telnet':
    case 'ftp':
    case 'sftp':
    case 'scp':
    case 'ssh':
    case 'dig':
    case 'nslookup':
    case 'host':
    case 'invoke-webrequest':
    case 'invoke-restmethod':
    case 'start-bitstransfer':
    case 'bitsadmin':
    case 'certutil':
      return true
    case 'openssl':
      return first === 's_client'
    case 'gh':
      return first === 'api' || first === 'gist'
    case 'aws':
      return first === 's3' && second === 'cp'
    case 'gsutil':
      return first === 'cp' || first === 'cat'
    case 'docker':
      return first === 'run' || first === 'exec'
    case '':
    case 'expression':
      return hasArg(
        command,
        /DownloadString|DownloadFile|DownloadData|Net\.WebClient|Invoke-WebRequest|HttpClient/i,
      )
    case 'new-object':
      return hasArg(command, /Net\.WebClient|HttpClient|XMLHTTP/i)
    default:
      return command.redirects.some(({ target }) => /^\/dev\/(tcp|udp)\//.test(target.text))
  }
}

/** Programs that turn text into other text: what comes out was not to be read in the line. */
export function decodes(command: SimpleCommand): boolean {
  switch (command.program) {
    case 'base64':
    case 'base32':
    case 'basenc':
    case 'gbase64':
      return hasArg(command, /^(-[a-z]*d[a-z]*|-D|--decode)$/)
    case 'xxd':
      return hasArg(command, /^-[a-z]*r/)
    case 'openssl':
      return hasArg(command, /^-(d|decrypt)$/)
    case 'gpg':
    case 'uudecode':
    case 'rev':
    case 'zcat':
    case 'gunzip':
    case 'bzcat':
    case 'xzcat':
    case 'rot13':
    case 'unxz':
    case 'basez':
      return true
    case 'gzip':
    case 'xz':
    case 'bzip2':
    case 'zstd':
      return hasArg(command, /^(-[a-z]*d[a-z]*|--decompress)$/)
    case 'tr':
      return (
        !hasArg(command, /^-[a-z]*d/) && !hasArg(command, /^(\[:upper:\]|\[:lower:\]|A-Z|a-z|\\n|\\r| |,|:)$/)
      )
    default:
      return false
  }
}

/** All commands whose output flows into the given ones, these included: pipes, substitutions, what wrappers open. */
export function flowInto(ids: readonly number[], all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const seen = new Set<number>()
  const visit = (id: number): void => {
    const command = all[id]
    if (!command || seen.has(id) || seen.size > 500) return
    seen.add(id)
    if (command.stdin.kind === 'pipe') command.stdin.from.forEach(visit)
    if (command.stdin.kind === 'text') command.stdin.word.from.forEach(visit)
    for (const word of command.words) word.from.forEach(visit)
    for (const { value } of command.assignments) value.from.forEach(visit)
  }
  ids.forEach(visit)
  return all.filter((command) => seen.has(command.id))
}

/** The paths that earlier commands of the line put a download into. */
export function downloadedPaths(command: SimpleCommand, view: View): readonly string[] {
  return view.graph.commands.flatMap((each) => {
    if (each.id >= command.id) return []
    const fetched =
      downloads(each) ||
      (each.stdin.kind === 'pipe' && flowInto(each.stdin.from, view.graph.commands).some(downloads))
    if (!fetched) return []
    const written = view
      .touched(each)
      .filter(({ action }) => /^(write|append)$/.test(action.access))
      .flatMap(({ action }) => action.target.paths)
    const named = /^(wget|curl|aria2c)$/.test(each.program)
      ? each.words.slice(1).flatMap((word) => {
          const [, name] = /^https?:\/\/[^/]+\/(?:.*\/)?([^/?#]+)(?:[?#].*)?$/.exec(word.text) ?? []
          return name === undefined ? [] : each.cwd.map((folder) => `${folder}/${name}`)
        })
      : []
    return [...written, ...named]
  })
}
