// Tells the desktop pet what opencode does: -m deskpet hook opencode
// Installed by `deskpet hook install opencode`, removed by `deskpet hook uninstall opencode`.
import { spawn } from "node:child_process"

const COMMAND = ["deskpet", "hook", "opencode"]
const children = new Set()
const busy = new Set()

function tell(payload) {
  return new Promise((resolve) => {
    try {
      const hook = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ["pipe", "pipe", "ignore"], windowsHide: true })
      let out = ""
      hook.on("error", () => resolve(""))
      hook.stdin.on("error", () => {})
      hook.stdout.on("data", (data) => { out += data })
      hook.on("close", () => resolve(out))
      hook.stdin.end(JSON.stringify(payload))
    } catch {
      resolve("")
    }
  })
}

function answerOf(out) {
  try {
    return { allow: "once", deny: "reject" }[JSON.parse(out).decision]
  } catch {
    return undefined
  }
}

export const Deskpet = async ({ client, directory }) => {
  const base = (name, session) => ({
    hook_event_name: name, session_id: session, cwd: directory, timestamp: new Date().toISOString(),
  })
  // An event without an answer is not waited for.
  const send = (name, session, more = {}) => { if (session) tell({ ...base(name, session), ...more }) }

  async function ask(asked) {
    const given = { ...(asked.metadata ?? {}) }
    const patterns = asked.patterns ?? (asked.pattern ? [asked.pattern].flat() : [])
    if (patterns.length && given.command === undefined) given.patterns = patterns
    const out = await tell({
      ...base("PermissionRequest", asked.sessionID),
      tool_name: asked.permission ?? asked.type ?? "tool",
      tool_input: given,
    })
    const reply = answerOf(out)
    // Without an answer opencode goes on asking.
    if (!reply) return
    const path = { id: asked.sessionID, permissionID: asked.id }
    await client.postSessionIdPermissionsPermissionId({ path, body: { response: reply } })
  }

  return {
    event: async ({ event }) => {
      const about = event.properties ?? {}
      const session = about.sessionID ?? about.info?.id
      switch (event.type) {
        case "session.created":
          if (about.info?.parentID) children.add(session)
          else send("SessionStart", session)
          break
        case "session.status":
          // It is told at each step of a turn.
          if (about.status?.type !== "busy" || busy.has(session) || children.has(session)) break
          busy.add(session)
          send("UserPromptSubmit", session)
          break
        case "session.idle":
          // It is told after an interruption or an error as well.
          if (busy.delete(session)) send("Stop", session)
          break
        case "session.error":
          busy.delete(session)
          if (about.error?.name === "MessageAbortedError") send("Interrupt", session)
          else send("StopFailure", session, { error: about.error?.name ?? "error" })
          break
        case "message.updated":
          // An interrupted turn has no error of its session.
          if (about.info?.error?.name === "MessageAbortedError" && busy.delete(about.info.sessionID))
            send("Interrupt", about.info.sessionID)
          break
        case "session.compacted":
          send("PostCompact", session)
          break
        case "session.deleted":
          send("SessionEnd", session)
          break
        case "permission.asked":
        case "permission.updated":
          ask(about).catch(() => {})
          break
        case "permission.replied":
        case "question.replied":
        case "question.rejected":
          send("PermissionDenied", session)
          break
        case "question.asked":
          send("Notification", session, { notification_type: "agent_needs_input" })
          break
      }
    },
    "tool.execute.before": async (input, output) => {
      send("PreToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID, tool_input: output.args })
    },
    "tool.execute.after": async (input) => {
      send("PostToolUse", input.sessionID, { tool_name: input.tool, tool_use_id: input.callID })
    },
  }
}
