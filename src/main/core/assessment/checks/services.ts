import type { SimpleCommand } from '../../shell/graph'
import { knownInput } from '../../shell/known-output'
import { isDatabaseClient, readDatabaseCall } from '../../shell/nested/database-calls'
import { argsOf, asksForHelp, textAt, verbs, type Rule } from './rule'

/** Besides the clients whose statements are read. */
const others =
  /^(mongo|mongosh|redis-cli|valkey-cli|dropdb|createdb|pg_restore|pg_dump|pg_dumpall|mysqldump|mysqladmin|mongodump|mongorestore|cqlsh|sqlcmd|influx|etcdctl|cockroach|ysqlsh|usql|snowsql|snow|sqlplus|trino|presto|beeline|hive|impala-shell|spark-sql)$/
const isDatabase = (program: string): boolean => isDatabaseClient(program) || others.test(program)

const destroysData =
  /\b(drop\s+(table|database|schema|index|view|user|role|column|owned|collection|keyspace)|truncate(\s+table)?\s+[\w."`]+|delete\s+from|alter\s+table\s+\S+\s+drop|flushall|flushdb|dropdatabase|drop\(\)|deletemany|remove\(\s*\{|deletefromall|grant\s+all|revoke\s|shutdown|config\s+set\s+(dir|dbfilename)|copy\s[^;]{0,200}\bprogram\b|load_file|into\s+outfile|xp_cmdshell|update\s+[\w."`]+\s+set\b(?![^;]*\bwhere\b)|replicaof|slaveof|script\s+flush)|\\!|(^|[\s;'"])\.(shell|system|import\s*\|)/i
const changesData =
  /\b(insert|update|create|alter|upsert|replace|set|del|unlink|expire|import|copy|attach|vacuum|reindex|begin|commit)\b/i

/** sqlite3 or duckdb that only asks a file: no host is there, and nothing is changed by what it is told. */
function looksIntoFile({ program, words, stdin }: SimpleCommand): boolean {
  if (!/^(sqlite3|duckdb)$/.test(program) || stdin.kind !== 'inherit') return false
  const told = words
    .slice(1)
    .filter(
      ({ text }) =>
        !/^-(readonly|header|csv|json|line|column|box|table|markdown|batch|bail|safe)$/.test(text),
    )
  const [, ...statements] = told
  return (
    told.every(({ text, known }) => known && !text.startsWith('-')) &&
    statements.length > 0 &&
    statements.every(
      ({ text }) =>
        /^\s*(\.(schema|tables|databases|indexes|indices|dbinfo|stats)\b[^\n]*|(select|explain|pragma\s+[\w.]+(\s*\(|\s*;?\s*$)|with)\b[^;]*;?\s*)$/i.test(
          text,
        ) &&
        !/writefile|load_extension|edit\(|fts3_tokenizer|readfile|\b(insert|update|delete|replace)\b/i.test(
          text,
        ),
    )
  )
}

/** Programs that delete or empty what they are given, in a container as elsewhere. */
const losesData = /^(rm|rmdir|shred|dd|mkfs.*|dropdb|truncate|unlink)$/

/** Programs that run what they are given as it stands there. */
const handsOn = /^((ba|da|z|k|a|fi)?sh|env|sudo|doas|su|nice|timeout|g?xargs|find|busybox)$/

/** Databases, by what their statements say: what is lost there, no git gives back. */
export const serviceRules: readonly Rule[] = [
  {
    id: 'services.database-destroy',
    effect: 'service',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, view) => {
      if (!isDatabase(command.program) || asksForHelp(command)) return false
      if (/^(dropdb|mongorestore|pg_restore)$/.test(command.program)) return command.program
      if (command.program === 'mysqladmin')
        return verbs(command).find((text) => /^(drop|shutdown|flush.*|kill)$/.test(text)) ?? false
      const input =
        knownInput(command, view.graph.commands) ??
        (command.stdin.kind === 'pipe'
          ? view.sources(command.stdin.from).flatMap((each) => each.words.map((word) => word.text))
          : command.stdin.kind === 'text'
            ? [command.stdin.word.text]
            : []
        ).join(' ')
      const system = /^(mysql|mariadb)$/.test(command.program)
        ? argsOf(command).find((text) => /(^|[;=])\s*system\s+[a-z./]/i.test(text))
        : undefined
      if (system !== undefined) return system
      const found = destroysData.exec(`${argsOf(command).join(' ')} ${input}`)?.[0]
      // What it has a shell do is judged as that.
      const starts = view.graph.commands.some(({ parent, via }) => parent === command.id && via === 'escape')
      return found === undefined || (starts && /\.(?:shell|system)$/.test(found)) ? false : found
    },
  },
  {
    id: 'services.database-code',
    effect: 'service',
    level: 'high',
    categories: ['system_modification'],
    match: (command, view) =>
      readDatabaseCall(command, () => knownInput(command, view.graph.commands))?.loads[0] ?? false,
  },
  {
    id: 'services.container-command',
    effect: 'service',
    level: 'high',
    categories: ['data_deletion'],
    match: (command, { graph: { commands } }) => {
      if (command.host === undefined || !losesData.test(command.program) || asksForHelp(command)) return false
      let starts = command
      while (starts.via !== 'container') {
        const above = commands[starts.parent ?? -1]
        // Words of a client that lies in the container are no commands there.
        if (above === undefined || !handsOn.test(above.program)) return false
        starts = above
      }
      const by = commands[starts.parent ?? -1]
      // What is started to be thrown away keeps nothing; what stands in the call itself is in its record.
      const isOwn = by !== undefined && /^(docker|podman|nerdctl|kubectl|oc|nomad)/.test(by.program)
      if (isOwn && (starts === command || verbs(by).includes('run'))) return false
      return command.host
    },
  },
  {
    id: 'services.database-task',
    effect: 'service',
    level: 'high',
    categories: ['data_deletion'],
    match: (command) =>
      argsOf(command).find((text) =>
        /^(db:(drop|reset|purge|migrate:reset|schema:load|truncate_all|wipe|setup)|migrate:(fresh|reset|refresh)|flush|sqlflush|reset_db|ecto\.(drop|reset)|--force-reset|schema:drop|doctrine:database:drop|database:drop)$/.test(
          text,
        ),
      ) !== undefined &&
      /^(rails|rake|artisan|php|mix|prisma|python\d?|manage\.py|django-admin|bin|knex|sequelize|typeorm|npx|symfony|console|drizzle-kit|alembic|bundle)$/.test(
        command.program,
      )
        ? verbs(command).slice(0, 2).join(' ')
        : /^(prisma)$/.test(command.program) &&
          /^migrate reset/.test(verbs(command).join(' ')) &&
          'migrate reset',
  },
  {
    id: 'services.database-change',
    effect: 'service',
    level: 'medium',
    categories: ['data_deletion'],
    match: (command) => isDatabase(command.program) && changesData.test(argsOf(command).join(' ')),
  },
  {
    id: 'services.database-look',
    level: 'low',
    categories: [],
    match: looksIntoFile,
  },
  {
    id: 'services.database',
    effect: 'service',
    level: 'medium',
    categories: ['network_access'],
    match: (command) =>
      isDatabase(command.program) && !asksForHelp(command) && !looksIntoFile(command)
        ? command.program === 'sqlite3'
          ? textAt(command, 1)
          : command.program
        : false,
  },
]
