import { whereIn, type ConfigLayer, type ConfigWarning } from './config-layer'
import { isTable, type ConfigTable } from './read-toml'
import { schemaKeys } from './schema-keys'

/** Keys of the reference system's config.toml (docs/spec/configuration.md) that mean nothing here, so that its files can be read. */
const topLevel = `
  analytics approvals_reviewer apps auto_review background_terminal_max_timeout chatgpt_base_url
  check_for_update_on_startup cli_auth_credentials_store commit_attribution default_permissions
  disable_paste_burst disable_response_storage experimental_compact_prompt_file
  feedback forced_chatgpt_workspace_id forced_login_method
  hooks include_plan_tool log_dir mcp_oauth_credentials_store memories
  model_auto_compact_token_limit model_catalog_json model_context_window model_instructions_file
  model_reasoning_summary_format model_supports_reasoning_summaries notice oss_provider permissions
  personality plugins preferred_auth_method project_doc_fallback_filenames project_doc_max_bytes project_root_markers review_model
  service_tier skills sqlite_home tools
  web_search windows`

const byTable: Readonly<Record<string, string>> = {
  features: `
    exec_policy multi_agent remote_compaction shell_snapshot shell_tool skills undo web_search_cached`,
  model_provider: `
    auth aws env_http_headers http_headers query_params
    requires_openai_auth stream_idle_timeout_ms supports_websockets websocket_connect_timeout_ms`,
  mcp_server: `
    experimental_environment oauth oauth_resource required scopes default_tools_approval_mode supports_parallel_tool_calls
    tools`,
  history: 'max_bytes',
  shell_environment_policy: 'experimental_use_profile ignore_default_excludes',
  otel: 'metrics_exporter span_attributes trace_exporter tracestate',
  tui: `
    alternate_screen animations keymap model_availability_nux notification_condition notification_method
    show_tooltips status_line terminal_title theme`,
}

const names = (text = ''): ReadonlySet<string> => new Set(text.split(/\s+/))

const isExporter = (path: readonly string[]): boolean => path.join('.') === 'otel.exporter'
const isEmpty = (table: ConfigTable): boolean => Object.keys(table).length === 0

/** Which names are known to mean nothing in the table at a path. */
function foreignIn(path: readonly string[]): ReadonlySet<string> {
  const [first, , third] = path
  if (isExporter(path)) return names('otlp-grpc')
  if (path.join('.') === 'otel.exporter.otlp-http') return names('protocol tls')
  if (path.length === 0 || (first === 'profiles' && path.length === 2)) return names(topLevel)
  if (first === 'model_providers' && path.length === 2) return names(byTable['model_provider'])
  if (first === 'mcp_servers' && path.length === 2) return names(byTable['mcp_server'])
  if (first === 'profiles' && third === 'features') return names(byTable['features'])
  return path.length === 1 && first !== undefined ? names(byTable[first]) : new Set()
}

/**
 * The layer without what is known from the reference system and not supported here, and one warning for each. What the
 * schema knows always stays, and so does what nobody knows: that is an error of its own.
 */
export function dropUnsupported(layer: ConfigLayer): {
  readonly layer: ConfigLayer
  readonly warnings: readonly ConfigWarning[]
} {
  const warnings: ConfigWarning[] = []
  const clean = (table: ConfigTable, path: readonly string[]): ConfigTable => {
    const foreign = foreignIn(path)
    const known = new Set(schemaKeys(path))
    const kept = Object.entries(table).filter(([key]) => {
      if (known.has(key) || !foreign.has(key)) return true
      const name = [...path, key].join('.')
      warnings.push(`${whereIn(layer, [...path, key])}: ${name} is not supported here and has no effect`)
      return false
    })
    const cleaned = kept.map(
      ([key, value]) => [key, isTable(value) ? clean(value, [...path, key]) : value] as const,
    )
    // An exporter of which nothing is left is none.
    return Object.fromEntries(
      cleaned.filter(([key, value]) => !(isExporter([...path, key]) && isTable(value) && isEmpty(value))),
    )
  }
  return { layer: { ...layer, root: clean(layer.root, []) }, warnings }
}
