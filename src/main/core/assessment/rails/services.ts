import type { SimpleCommand } from '../../shell/graph'
import { argsOf, asksForHelp, hasArg, textAt, verbs, type Rule } from './rule'

const containers = /^(docker|podman|nerdctl|docker-compose|podman-compose)$/
const clouds =
  /^(kubectl|oc|helm|terraform|tofu|terragrunt|pulumi|cdk|aws|gcloud|az|gsutil|bq|doctl|flyctl|fly|heroku|vercel|netlify|wrangler|firebase|supabase|railway|ansible|ansible-playbook|eksctl|kustomize|argocd|flux|s3cmd|rclone|mc|linode-cli|hcloud|oci|ibmcloud|serverless|sls|sam|cf|nomad|consul|vault|minikube|kind|k3d)$/
const databases =
  /^(psql|mysql|mariadb|sqlite3|mongo|mongosh|redis-cli|valkey-cli|dropdb|createdb|pg_restore|pg_dump|pg_dumpall|mysqldump|mysqladmin|mongodump|mongorestore|cqlsh|clickhouse-client|duckdb|sqlcmd|influx|etcdctl)$/

/** docker's verb, with `compose` and object names folded in: `compose down`, `volume rm`. */
function containerVerb(command: SimpleCommand): string {
  const [first = '', second = ''] = verbs(command)
  if (command.program.endsWith('-compose')) return `compose ${first}`
  return /^(compose|volume|network|image|container|system|builder|buildx|context|secret|stack|service|swarm|node|config|plugin|manifest|machine|pod)$/.test(
    first,
  )
    ? `${first} ${second}`
    : first
}

/** True for what only lists containers or shows their output. */
const readsContainers = (command: SimpleCommand): boolean =>
  containers.test(command.program) &&
  (asksForHelp(command) ||
    /^(ps|images|logs|inspect|info|version|stats|top|port|diff|history|events|search|image (ls|inspect|history|list)|container (ls|list|logs|inspect|stats|top)|volume (ls|inspect|list)|network (ls|inspect|list)|compose (ps|logs|config|ls|images|top|version|port)|system (df|info)|context (ls|show|inspect)|node ls|service (ls|ps|logs|inspect))$/.test(
      containerVerb(command),
    ))

const spoken = (command: SimpleCommand): string =>
  `${command.program} ${verbs(command).slice(0, 3).join(' ')}`.trim()

/** Calls that stay on this machine and show no secret. */
const readsLocally = (command: SimpleCommand): boolean =>
  hasArg(command, /^(--client|--client=true)$/) ||
  /^(kubectl config (current-context|get-contexts|get-clusters)|helm (template|lint|version)|kustomize build|aws configure list|gcloud (info|version)|gcloud config (list|get-value))/.test(
    `${command.program} ${verbs(command).join(' ')}`,
  )

const destroysData =
  /\b(drop\s+(table|database|schema|index|view|user|role|column|owned|collection|keyspace)|truncate(\s+table)?\s+\w|delete\s+from|alter\s+table\s+\S+\s+drop|flushall|flushdb|dropdatabase|drop\(\)|deletemany|remove\(\s*\{|deletefromall|grant\s+all|revoke\s|shutdown|config\s+set\s+(dir|dbfilename)|copy\s[^;]{0,200}\bprogram\b|load_file|into\s+outfile|xp_cmdshell|replicaof|slaveof|script\s+flush)|\\!|(^|[\s;'"])\.(shell|system|import\s*\|)/i
const changesData =
  /\b(insert|update|create|alter|upsert|replace|set|del|unlink|expire|import|copy|attach|vacuum|reindex|begin|commit)\b/i

/** Containers, clouds, clusters and databases: what is lost there, no git gives back. */
export const serviceRules: readonly Rule[] = [
  {
    id: 'services.container-destroy',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes volumes or images for good ({}).',
    match: (command) => {
      if (!containers.test(command.program)) return false
      const verb = containerVerb(command)
      const destroys =
        /^(volume (rm|remove|prune)|system (prune|reset)|image prune|builder prune|swarm leave|stack rm|secret rm|node rm|network prune|machine rm)$/.test(
          verb,
        ) ||
        (/^compose (down|rm)$/.test(verb) && hasArg(command, /^(-[a-z]*v[a-z]*|--volumes|--rmi.*)$/)) ||
        (/^(rm|container rm)$/.test(verb) && hasArg(command, /^(-[a-z]*v[a-z]*|--volumes)$/))
      return destroys ? verb : false
    },
  },
  {
    id: 'services.container-publish',
    level: 'high',
    categories: ['data_exfiltration', 'network_access'],
    reason: 'It sends an image to a registry.',
    match: (command) =>
      containers.test(command.program) &&
      (/^(push|image push|compose push|manifest push)$/.test(containerVerb(command)) ||
        hasArg(command, /^--push$/)),
  },
  {
    id: 'services.container-read',
    level: 'low',
    categories: [],
    reason: 'It lists containers or shows their output.',
    match: readsContainers,
  },
  {
    id: 'services.container',
    level: 'medium',
    categories: ['system_modification'],
    reason: 'It starts, stops or changes containers ({}).',
    match: (command) => {
      const verb = containers.test(command.program) && !readsContainers(command) ? containerVerb(command) : ''
      return /^(run|exec|build|buildx .*|start|stop|restart|rm|rmi|kill|pull|tag|cp|create|commit|load|save|import|export|update|rename|pause|unpause|wait|attach|login|logout|compose .*|container .*|image .*|volume .*|network .*|context .*|service .*|stack .*|swarm .*|plugin .*|system .*|builder .*|pod .*|machine .*)$/.test(
        verb,
      )
        ? verb
        : false
    },
  },
  {
    id: 'services.cloud-destroy',
    level: 'high',
    categories: ['data_deletion', 'network_access'],
    reason: 'It deletes or replaces things in a cloud or cluster ({}).',
    match: (command) => {
      if (!clouds.test(command.program) && !/^(gh|glab)$/.test(command.program)) return false
      if (asksForHelp(command) || hasArg(command, /^--dry-?run(=(client|server|true))?$|^--dryrun$/))
        return false
      const text = argsOf(command).join(' ')
      const gone =
        /(^|[\s:-])(delete|destroy|destroy-all|drain|cordon|rm|rb|remove|purge|terminate|wipe|reset|uninstall|delete-\S+|terminate-\S+|remove-\S+|deregister-\S+|evict|force-unlock|taint|prune|delete-all|archive|transfer|rollback|undo|replace|pg:reset|apps:destroy|addons:destroy)(\s|$)/
      const sync =
        /\b(sync|mirror)\b/.test(text) &&
        /--delete\b|\bpurge\b|\bsync\b/.test(text) &&
        /^(rclone|aws|gsutil)$/.test(command.program) &&
        (command.program === 'rclone' || /--delete\b|\s-d\b/.test(text))
      return gone.test(text) || sync ? spoken(command) : false
    },
  },
  {
    id: 'services.cloud-apply',
    level: 'high',
    categories: ['system_modification', 'network_access'],
    reason: 'It changes what runs in a cloud, or who may do so ({}).',
    match: (command) => {
      if (asksForHelp(command)) return false
      const [first = '', second = ''] = verbs(command)
      switch (command.program) {
        case 'terraform':
        case 'tofu':
        case 'terragrunt':
          return (
            (/^(apply|import|refresh|run-all)$/.test(first) ||
              (first === 'state' && /^(rm|mv|push|replace-provider)$/.test(second))) &&
            spoken(command)
          )
        case 'pulumi':
          return /^(up|update|refresh|import|cancel)$/.test(first) && spoken(command)
        case 'cdk':
        case 'sam':
        case 'serverless':
        case 'sls':
          return first === 'deploy' && spoken(command)
        case 'aws':
          return (
            ((first === 'iam' && !/^(list|get|simulate|generate)/.test(second)) ||
              (/^(create|put|attach|update|modify|authorize|run|start|stop|reboot|disable|enable|set|associate|revoke|invoke)-/.test(
                second,
              ) &&
                first !== 'logs')) &&
            spoken(command)
          )
        case 'gcloud':
          return (
            /\b(add-iam-policy-binding|set-iam-policy|deploy|create|update|ssh)\b/.test(
              argsOf(command).join(' '),
            ) && spoken(command)
          )
        case 'az':
          return (
            /\b(create|update|assign|start|stop|invoke|run-command|deploy)\b/.test(
              argsOf(command).join(' '),
            ) && spoken(command)
          )
        case 'ansible-playbook':
          return !hasArg(command, /^(--check|--syntax-check|--list-\w+)$/) && spoken(command)
        case 'vercel':
        case 'netlify':
        case 'firebase':
        case 'fly':
        case 'flyctl':
        case 'wrangler':
        case 'heroku':
          return (
            (/^(deploy|--prod|publish|secrets|scale|rollback|promote|config:set|ps:scale|releases:rollback)$/.test(
              first,
            ) ||
              hasArg(command, /^--prod$/)) &&
            spoken(command)
          )
        default:
          return false
      }
    },
  },
  {
    id: 'services.cloud-local',
    level: 'low',
    categories: [],
    reason: 'It only reads settings of this machine.',
    match: (command) => clouds.test(command.program) && readsLocally(command),
  },
  {
    id: 'services.cloud',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It talks to a cloud or cluster with your account ({}).',
    match: (command) =>
      clouds.test(command.program) &&
      !readsLocally(command) &&
      !asksForHelp(command) &&
      verbs(command).length > 0 &&
      !(
        /^(terraform|tofu)$/.test(command.program) && /^(fmt|validate|version)$/.test(verbs(command)[0] ?? '')
      )
        ? spoken(command)
        : false,
  },
  {
    id: 'services.database-destroy',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It deletes data in a database ({}).',
    match: (command, view) => {
      if (!databases.test(command.program) || asksForHelp(command)) return false
      if (/^(dropdb|mongorestore|pg_restore)$/.test(command.program)) return command.program
      if (command.program === 'mysqladmin')
        return verbs(command).find((text) => /^(drop|shutdown|flush.*|kill)$/.test(text)) ?? false
      const input = command.stdin.kind === 'text' ? command.stdin.word.text : ''
      const piped =
        command.stdin.kind === 'pipe'
          ? view
              .sources(command.stdin.from)
              .flatMap((each) => each.words.map((word) => word.text))
              .join(' ')
          : ''
      const found = destroysData.exec(`${argsOf(command).join(' ')} ${input} ${piped}`)
      return found ? found[0] : false
    },
  },
  {
    id: 'services.database-task',
    level: 'high',
    categories: ['data_deletion'],
    reason: 'It empties or recreates a database ({}).',
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
    level: 'medium',
    categories: ['data_deletion'],
    reason: 'It changes data in a database.',
    match: (command) => databases.test(command.program) && changesData.test(argsOf(command).join(' ')),
  },
  {
    id: 'services.database',
    level: 'medium',
    categories: ['network_access'],
    reason: 'It connects to a database ({}).',
    match: (command) =>
      databases.test(command.program) && !asksForHelp(command)
        ? command.program === 'sqlite3'
          ? textAt(command, 1)
          : command.program
        : false,
  },
]
