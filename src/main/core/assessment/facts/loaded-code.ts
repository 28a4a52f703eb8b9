import { languageOf } from '../../programs/built-in'
import { readsOfPlainCode } from '../actions/plain-code'
import type { CommandGraph, SimpleCommand } from '../../shell/graph'

/**
 * Programs that run a project's own code, or what its configuration names, beyond the files that a line names. What they load is theirs
 * to choose. The second tells the calls that do; absent: all.
 */
const runsProject: readonly (readonly [program: RegExp, verbs?: RegExp])[] = [
  [
    /^(pytest|py\.test|tox|nox|jest|vitest|mocha|ava|tap|jasmine|karma|cypress|playwright|phpunit|rspec|ctest)$/,
  ],
  [/^(webpack|vite|rollup|parcel|next|nuxt|astro|gatsby|ng|eslint|prettier|babel|stylelint|storybook|tsup)$/],
  [
    /^(nx|turbo|lerna|rush|lint-staged|husky|pre-commit|gulp|grunt|rake|invoke|inv|fab|cmake|meson|ninja|scons)$/,
  ],
  [
    /^(gradlew?|mvnw?|ant|sbt|lein|bazel|buck2?|cabal|stack|mix|rebar3|ansible(-playbook)?|vagrant|run-parts)$/,
  ],
  [/^(flask|django-admin|uvicorn|gunicorn|celery|ipython|jupyter|streamlit|rails|puma|unicorn|artisan)$/],
  [/^cargo$/, /^(b|build|c|check|r|run|t|test|bench|clippy|doc|fix|install|nextest|miri|watch)$/],
  [/^go$/, /^(run|test|generate|tool|vet)$/],
  [/^(dotnet|swift|zig|dart|flutter|dune)$/, /^(run|test|build|msbuild|publish|package|exec|watch|pub)$/],
  [/^(uv|poetry|pdm|hatch|pipenv|pixi|bundle|bundler|composer)$/, /^(run|exec|test|build|run-script)$/],
  [/^(node|nodejs|bun|deno)$/, /^(--test|--run|--watch|test|run|task|serve|x)$/],
  [/^(docker|podman|docker-compose)$/, /^(build|buildx|compose|up|run|bake)$/],
  [/^(terraform|tofu|pulumi|cdk|serverless|sls)$/, /^(apply|plan|up|deploy|synth|preview|destroy|test)$/],
]

const runsProjectCode = ({ program, words }: SimpleCommand): boolean =>
  runsProject.some(
    ([name, verbs]) =>
      name.test(program) && (verbs === undefined || words.slice(1).some(({ text }) => verbs.test(text))),
  )

const isModule = ({ program, words }: SimpleCommand): boolean =>
  /^(python|pypy)/.test(program) && words.some(({ text }) => /^-[A-Za-z]*m$/.test(text))

/** Code of which every word is known to compute, print or read, and none brings in more: a library may be shadowed by a file beside it. */
const loadsNothing = (text: string, program: string): boolean =>
  readsOfPlainCode(text, languageOf(program) ?? program) !== undefined &&
  !/\b(import|from|require)\b/.test(text)

/**
 * The programs of a line that may load more code than was read: whatever runs code of a language of its own, a module by its name, and
 * what finds the tests, plugins or sources of a project. Which files those are cannot be told from a text that chooses them itself.
 */
export function loadsUnread({
  commands,
  documents,
}: Pick<CommandGraph, 'commands' | 'documents'>): readonly string[] {
  const programs = new Map(commands.map(({ id, program }) => [id, program]))
  const runsCode = new Set(
    documents.flatMap(({ language, runBy, text }) =>
      language === 'code' && !loadsNothing(text, programs.get(runBy ?? -1) ?? '') ? [runBy] : [],
    ),
  )
  const found = commands.filter(
    (each) => each.host === undefined && (runsCode.has(each.id) || isModule(each) || runsProjectCode(each)),
  )
  return [...new Set(found.map(({ program }) => program))]
}
