import { registerHooks } from 'node:module'

/** Loaded with `node --import`: from here on `electron` is the fake, and the fake's own files are found. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron')
      return { url: new URL('fake-electron-module.ts', import.meta.url).href, shortCircuit: true }
    if (specifier.startsWith('./fake-')) return next(`${specifier}.ts`, context)
    return next(specifier, context)
  },
})
