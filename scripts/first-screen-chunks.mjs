/** The modules that the first screen is loaded by when the language is known: the page, and what it begins with. */
const page = /[\\/](app[\\/]open-page|welcome[\\/]start-page)\.tsx$/

/** What is said over the bridge, in schemas: a third of what the page takes until it is drawn, which is run before it. */
const contract = /[\\/]shared[\\/]ipc[\\/]contract\.ts$/

/** Where a page is told what it speaks. The file that tells it may not bring the page with it: words are taken when a module is loaded. */
const spoken = /[\\/]shared[\\/]messages[\\/]spoken\.ts$/

/**
 * What the first screen needs lies in four files, however many parts share it: the first one, what is said of requests, what is said over the
 * bridge, and the page with what it begins with. Each is with all that it needs and that those before it have not.
 * @type {{ groups: { name: string, tags?: ['$initial'], test?: RegExp, priority: number }[] }}
 */
export const firstScreenChunks = {
  groups: [
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: 'spoken', test: spoken, priority: 3 },
    { name: 'contract', test: contract, priority: 2.5 },
    { name: 'page', test: page, priority: 2 },
  ],
}

/**
 * The page itself is loaded when its language is known. Its file, and those that it imports, are fetched beside the first one all the same,
 * not one after the other.
 * @returns {import('vite').Plugin}
 */
export const preloadFirstScreen = () => ({
  name: 'preload-first-screen',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
      const wanted = chunks.filter(({ moduleIds }) => moduleIds.some((id) => page.test(id)))
      const files = new Set(wanted.map(({ fileName }) => fileName))
      // A set that grows while it is gone through is gone through to its end.
      for (const name of files)
        for (const chunk of chunks)
          if (chunk.fileName === name) for (const each of chunk.imports) files.add(each)
      return [...files]
        .filter((name) => !html.includes(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `./${name}` },
          injectTo: /** @type {const} */ ('head'),
        }))
    },
  },
})
