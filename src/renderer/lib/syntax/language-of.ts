/** Names of files, and endings of names, that no grammar has as a name of its own. */
const byName: Readonly<Record<string, string>> = {
  dockerfile: 'dockerfile',
  containerfile: 'dockerfile',
  makefile: 'makefile',
  gnumakefile: 'makefile',
  gemfile: 'ruby',
  rakefile: 'ruby',
  'go.mod': 'go',
  '.gitconfig': 'ini',
  '.editorconfig': 'ini',
  '.npmrc': 'ini',
  '.bashrc': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
}
const byEnding: Readonly<Record<string, string>> = {
  mts: 'typescript',
  cts: 'typescript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsonl: 'json',
  jsonc: 'json',
  json5: 'json',
  htm: 'xml',
  vue: 'xml',
  svelte: 'xml',
  conf: 'ini',
  cfg: 'ini',
  env: 'bash',
  ksh: 'bash',
  pyi: 'python',
  pyw: 'python',
  m: 'objectivec',
  ino: 'arduino',
  lock: 'plaintext',
  txt: 'plaintext',
}

/**
 * The language of a file by its name, as `highlight` takes it; a name that says nothing gives '', which has no colours. Its
 * ending is given where nothing better is known: many grammars have it as another name of theirs.
 */
export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (known !== undefined) return known
  if (/^(?:docker|container)file\./.test(name)) return 'dockerfile'
  const dot = name.lastIndexOf('.')
  if (dot === -1) return ''
  const ending = name.slice(dot + 1)
  return (Object.hasOwn(byEnding, ending) ? byEnding[ending] : undefined) ?? ending
}
