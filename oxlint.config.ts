import { defineConfig } from 'oxlint'
import { boundaries } from './scripts/lint-rules/boundaries.mjs'
import { generalRules } from './scripts/lint-rules/general-rules.mjs'
import { layerZones } from './scripts/lint-rules/layers.mjs'

const root = import.meta.dirname

/** One linter for the rules that every project could have and for ours (decision 080). Types are asked about with `--type-check`. */
export default defineConfig({
  plugins: ['typescript', 'import'],
  jsPlugins: [
    './scripts/lint-rules/own-rules.mjs',
    // oxlint keeps the package's own name for what it has of it, which the rule for layers is not.
    { name: 'layers', specifier: 'eslint-plugin-import-x' },
  ],
  categories: { correctness: 'off' },
  options: {
    reportUnusedDisableDirectives: 'error',
    respectEslintDisableDirectives: false,
    denyWarnings: true,
  },
  settings: { 'import-x/resolver': { typescript: { project: `${root}/tsconfig.json` } } },
  ignorePatterns: ['out', 'release', 'coverage', 'test-results', 'tests/fixtures'],
  rules: {
    ...generalRules,
    'max-lines': ['error', { max: 500 }],
    'max-params': ['error', { max: 4 }],
    'import/no-default-export': 'error',
    'countersign/file-name': 'error',
    'countersign/suppression-reason': 'error',
  },
  overrides: [
    {
      files: ['scripts/**'],
      rules: { 'typescript/no-unsafe-assignment': 'off', 'typescript/no-unsafe-return': 'off' },
    },
    {
      files: ['**/*.config.*', 'scripts/lint-rules/own-rules.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    {
      files: ['src/**'],
      rules: { 'layers/no-restricted-paths': ['error', { basePath: root, zones: layerZones(root) }] },
    },
    {
      files: ['src/**'],
      excludeFiles: ['src/renderer/ui/**'],
      rules: { 'countersign/exported-doc': 'error' },
    },
    ...boundaries,
  ],
})
