// Runs before the code: the console, and the functions that run the code and describe its result as ASCII JSON.
// The code can change every global, so all that is used afterwards is kept in this closure.
(() => {
  "use strict";
  const MAX_CHARACTERS = 20000;
  const { stringify } = JSON;
  const { apply } = Reflect;
  const indirectEval = eval;
  const text = String;
  const isArray = Array.isArray;
  const slice = String.prototype.slice;
  const charCodeAt = String.prototype.charCodeAt;
  const toHex = Number.prototype.toString;
  const padStart = String.prototype.padStart;
  const replace = String.prototype.replace;
  const mapForEach = Map.prototype.forEach;
  const setForEach = Set.prototype.forEach;
  const SyntaxErrorType = SyntaxError;
  const ErrorType = Error;
  const MapType = Map;
  const SetType = Set;
  const isFinite = Number.isFinite;
  const NON_ASCII = /[^ -~]/g;

  const asciiOf = (unit) => "\\u" + apply(padStart, apply(toHex, apply(charCodeAt, unit, [0]), [16]), [4, "0"]);
  const ascii = (json) => apply(replace, json, [NON_ASCII, asciiOf]);

  // JSON has no numbers such as NaN, no BigInt, and no Map.
  const replacer = (key, value) => {
    switch (typeof value) {
      case "bigint": return text(value) + "n";
      case "number": return isFinite(value) ? value : text(value);
      case "function": case "symbol": return text(value);
      case "undefined": return key === "" ? null : undefined;
    }
    if (value instanceof MapType) {
      const entries = [];
      apply(mapForEach, value, [(each, name) => { entries[entries.length] = [name, each]; }]);
      return entries;
    }
    if (value instanceof SetType) {
      const values = [];
      apply(setForEach, value, [(each) => { values[values.length] = each; }]);
      return values;
    }
    if (value instanceof ErrorType) return text(value);
    return value;
  };

  // Throws what the code's own toString and toJSON throw.
  const json = (value) => {
    const whole = stringify(value, replacer) ?? "null";
    if (whole.length <= MAX_CHARACTERS) return whole;
    return stringify(apply(slice, whole, [0, MAX_CHARACTERS]) + "… (cut: " + whole.length + " characters)");
  };

  const words = (value) => {
    if (typeof value === "string") return value;
    try { return typeof value === "object" ? json(value) : text(value); } catch { return "[unprintable]"; }
  };

  let printed = "";
  let omitted = 0;
  const print = (...values) => {
    if (printed.length > MAX_CHARACTERS) { omitted += 1; return; }
    let line = "";
    for (let index = 0; index < values.length; index += 1) line += (index ? " " : "") + words(values[index]);
    printed += apply(slice, line, [0, MAX_CHARACTERS]) + "\n";
  };
  const console = {};
  for (const name of ["log", "info", "warn", "error", "debug", "dir", "table", "trace"]) console[name] = print;
  globalThis.console = console;

  const failure = (error) => {
    let message, code = "exception";
    try {
      const isError = error instanceof ErrorType;
      message = isError ? text(error.stack || error) : "Uncaught " + words(error);
      if (error instanceof SyntaxErrorType) code = "syntax";
    } catch { message = "Uncaught exception"; }
    return { code, error: apply(slice, text(message), [0, MAX_CHARACTERS]) };
  };

  const run = async (source) => {
    try {
      return ascii(stringify({ value: json(await indirectEval(source)) }));
    } catch (error) {
      return ascii(stringify(failure(error)));
    }
  };

  const consoleText = () => {
    const cut = printed.length > MAX_CHARACTERS || omitted;
    const whole = apply(slice, printed, [0, MAX_CHARACTERS]) + (cut ? "\n… (cut)" : "");
    return ascii(stringify(whole));
  };
  return { run, console: consoleText };
})()
