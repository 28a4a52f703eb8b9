import { keyStores, machineStores, toldStores } from '../../policy/credential-stores'

const stores = new Set([...keyStores, ...toldStores])
/** The folders of a home folder below which such stores lie, and themselves. */
const holders = new Set(
  [...stores].flatMap((store) => {
    const parts = store.split('/')
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  }),
)
/** Whether what holds keys lies below a folder, by its path from a home folder. */
export const hasKeysBelow = (path: string): boolean => holders.has(path)
/** What of these is none by its name, and files of other systems and programs. */
const inHome =
  /^(\.ssh(\/(?!known_hosts$|config$|[^/]+\.pub$).*)?$|\.aws(\/.*)?$|\.gnupg(\/.*)?$|\.azure(\/.*)?$|\.kube(\/.*)?$|\.docker\/config\.json$|\.config\/(gh|gcloud|op|doctl|heroku|hub)(\/.*)?$|\.netrc$|\.git-credentials$|\.npmrc$|\.pypirc$|\.password-store(\/.*)?$|\.local\/share\/keyrings(\/.*)?$|\.mozilla(\/.*)?$|\.config\/(google-chrome|chromium|BraveSoftware)(\/.*)?$|Library\/(Keychains|Cookies)(\/.*)?$|\.(bash|zsh|python|psql|mysql)_history$|\.vault-token$|\.terraform\.d\/credentials|\.codex\/auth\.json$|\.claude\/\.credentials|\.config\/rclone\/|\.cargo\/credentials|\.m2\/settings|\.s3cfg$|\.boto$|\.pgpass$|\.my\.cnf$)/
/** Whether a path from a home folder is something that holds keys or passwords, or lies in it. */
export function holdsKeys(path: string): boolean {
  if (inHome.test(path)) return true
  const parts = path.split('/')
  return parts[0] !== '.ssh' && parts.some((_, at) => stores.has(parts.slice(0, at + 1).join('/')))
}

/** The same of the system. */
export const inSystem = new RegExp(
  String.raw`^(?:${machineStores.map((path) => path.replaceAll('.', String.raw`\.`)).join('|')}|/etc/ssh/ssh_host_.*key|/etc/openvpn/(?:[^/]+/)*[^/]+\.key|/dev/k?mem|/proc/kcore|/proc/[^/]+/(?:environ|mem)|/root/\.ssh|(?:/var)?/run/secrets|/tmp/krb5cc_[^/]*)(?:/|$)`,
)
/** Disks as such, with all that lies on them. */
export const rawDevice =
  /^\/dev\/((sd|vd|xvd|hd)[a-z]+\d*|nvme\d+n\d+(p\d+)?|mmcblk\d+(p\d+)?|dm-\d+|mapper\/(?!control$).+|disk\/.+|r?disk\d+(s\d+)*)$/
/** The same wherever they lie, by their names. */
export const byName =
  /(^|\/)(id_(rsa|dsa|ecdsa|ed25519)|[^/]*\.(pem|p12|pfx|keystore|jks|kdbx)|[^/]*_rsa|credentials\.json|service-account[^/]*\.json|secrets?\.(ya?ml|json|toml))$/
/** Of these what everybody may have: halves of a pair, and the certificates that a system trusts. */
export const isPublic =
  /\.pub$|^\/(etc\/(ssl|pki\/tls|ca-certificates)\/(certs\/|cert\.pem$)|etc\/pki\/ca-trust\/|usr\/(local\/)?share\/ca-certificates\/)/
/** Files of environment settings, and what Terraform knows of what it made: they often hold passwords. `process.env` is code. */
export const environmentFile =
  /(^|\/)(\.env(\.(?!example$|sample$|template$|dist$|defaults?$)[\w.-]+)?|(prod(uction)?|staging|stage|dev(elopment)?|local|live|secrets?|docker|database|db)\.env|terraform\.tfstate(\.backup)?)$/

/** Files of settings that hold a password or token, wherever a project keeps one. */
const settingsFile = /(^|\/)\.(npmrc|netrc|pypirc|pgpass|git-credentials|htpasswd|my\.cnf)$/
const anyHome = /^\/(?:(?:home|Users)\/[^/]+|root)\/(.+)$/

/** Whether a file may hold keys or passwords, told by its absolute path alone. `home` is the person's. */
export function mayHoldSecrets(path: string, home: string): boolean {
  const [, below = ''] = anyHome.exec(path) ?? []
  const own = path.startsWith(`${home}/`) ? path.slice(home.length + 1) : below
  if (own !== '' && holdsKeys(own)) return true
  if (environmentFile.test(path) || settingsFile.test(path) || inSystem.test(path)) return true
  return byName.test(path) && !isPublic.test(path)
}
