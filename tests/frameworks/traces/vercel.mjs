// What the AI SDK gives for the script, with its own mock model; the turns go to standard output.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const { generateText, stepCountIs, tool } = require("ai");
const { MockLanguageModelV3 } = require("ai/test");
const { z } = require("zod");

const [script, folder] = process.argv.slice(2);
const turns = JSON.parse(readFileSync(script, "utf8"));
const outcomes = turns.flatMap((turn) => turn.calls);
const outcome = (name, input) => {
  const call = outcomes.find(
    (call) => call.function === name && JSON.stringify(call.params) === JSON.stringify(input),
  );
  if (call.error) throw new Error(call.error);
  return call.result;
};
const tools = {
  find_contact: tool({
    inputSchema: z.object({ name: z.string() }),
    execute: async (input) => outcome("find_contact", input),
  }),
  transfer: tool({
    inputSchema: z.object({ amount: z.number(), to: z.string() }),
    execute: async (input) => outcome("transfer", input),
  }),
};
const steps = turns.flatMap((turn) => [...turn.calls, turn.text]);
let number = 0;
const model = new MockLanguageModelV3({
  modelId: "mock-1",
  doGenerate: async () => {
    const step = steps[number++];
    const said = typeof step === "string";
    const call = () => ({
      type: "tool-call",
      toolCallId: `c${number}`,
      toolName: step.function,
      input: JSON.stringify(step.params),
    });
    const reason = said ? "stop" : "tool-calls";
    return {
      content: [said ? { type: "text", text: step } : call()],
      finishReason: { unified: reason, raw: reason },
      usage: {
        inputTokens: { total: 100, noCache: 90, cacheRead: 10 },
        outputTokens: { total: 10, text: 10 },
      },
      warnings: [],
    };
  },
});

const write = (name, value) =>
  writeFileSync(join(folder, name), JSON.stringify(value, null, 1) + "\n");
const messages = [];
const told = [];
const page = [];
let last;
for (const turn of turns) {
  messages.push({ role: "user", content: turn.user });
  last = await generateText({ model, tools, messages, stopWhen: stepCountIs(9) });
  messages.push(...last.response.messages);
  const parts = last.steps.flatMap((step) => step.content);
  const results = Object.fromEntries(parts.filter((p) => p.type !== "tool-call").map((p) => [p.toolCallId, p]));
  const calls = parts
    .filter((part) => part.type === "tool-call")
    .map(({ toolCallId, toolName, input }) => {
      const { output, error } = results[toolCallId];
      const came = error ? { error: String(error.message ?? error) } : { result: output };
      return { function: toolName, params: input, ...came };
    });
  told.push({ user: turn.user, text: last.text, calls });
  page.push({ id: `u${page.length}`, role: "user", parts: [{ type: "text", text: turn.user }] });
  const shown = calls.map((call, index) => ({
    type: `tool-${call.function}`,
    toolCallId: `p${page.length}-${index}`,
    state: call.error ? "output-error" : "output-available",
    input: call.params,
    ...(call.error ? { errorText: call.error } : { output: call.result }),
  }));
  const said = [{ type: "step-start" }, ...shown, { type: "text", text: last.text, state: "done" }];
  page.push({ id: `a${page.length}`, role: "assistant", parts: said });
}
write("vercel-messages.json", messages);
write("vercel-result.json", { ...last, steps: last.steps, totalUsage: last.totalUsage });
write("vercel-page.json", { id: "page-1", messages: page });
const alone = [{ ...told.at(-1), user: "" }];
process.stdout.write(
  JSON.stringify({ "vercel-messages.json": told, "vercel-result.json": alone, "vercel-page.json": told }),
);
