import type { OpenApiDocument } from '@farm3d/api';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query';
    readonly required: boolean;
    readonly description?: string;
  }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
  readonly 'x-right'?: string;
}

interface Schema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** The part of the module that is the same for all calls. */
const RUNTIME = `
import json
import urllib.error
import urllib.parse
import urllib.request
import uuid

__all__ = ["ApiError", "Client"]


class ApiError(Exception):
    """A refused call: \`status\` of HTTP, \`code\` of the server, \`message\` in the client's language, \`field\` at fault."""

    def __init__(self, status, code, message, field=None):
        super().__init__(f"{status} {code or ''}: {message}" + (f" ({field})" if field else ""))
        self.status, self.code, self.message, self.field = status, code, message, field


def _query(values):
    texts = []
    for name, value in values.items():
        if value is None:
            continue
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            value = ",".join(str(one) for one in value)
        texts.append((name, str(value)))
    return "?" + urllib.parse.urlencode(texts) if texts else ""


def _form(filename, content):
    boundary = uuid.uuid4().hex
    name = filename.replace("\\\\", "_").replace('"', "_").replace("\\r", "_").replace("\\n", "_")
    head = f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="{name}"\\r\\n'
    head += "Content-Type: application/octet-stream\\r\\n\\r\\n"
    body = head.encode() + content + f"\\r\\n--{boundary}--\\r\\n".encode()
    return body, f"multipart/form-data; boundary={boundary}"


class _Calls:
    def __init__(self, client):
        self._call = client._call


class Client:
    """All calls, by resource: \`Client("http://localhost:8080", key="…").devices.list()\`.

    key: an API key or an access token; \`login\` sets it. locale: "en" or "zh-CN", of what people read in answers.
    timeout: seconds that one call may take.
    Each call answers the data of the response; of a file its bytes. A refused call raises ApiError, a server that
    cannot be reached urllib.error.URLError.
    """

    def __init__(self, base_url, key=None, locale="en", timeout=30):
        self.base_url, self.key, self.locale, self.timeout = base_url.rstrip("/"), key, locale, timeout
RESOURCES
    def login(self, username, password):
        """Logs in; the calls that follow are made by this person until the token ends (\`expiresIn\`, seconds)."""
        session = self.auth.login({"username": username, "password": password})
        self.key = session["accessToken"]
        return session

    def _call(self, method, path, query=None, body=None, file=None, enveloped=True):
        headers = {"X-Locale": self.locale, "Accept": "application/json, */*"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None
        if file is not None:
            data, headers["Content-Type"] = _form(*file)
        elif body is not None:
            data, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        address = self.base_url + path + _query(query or {})
        request = urllib.request.Request(address, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                content, kind = response.read(), response.headers.get("Content-Type", "")
        except urllib.error.HTTPError as error:
            raise _refusal(error) from None
        if "json" not in kind:
            return content
        answer = json.loads(content)
        return answer["data"] if enveloped else answer


def _refusal(error):
    try:
        told = json.loads(error.read())
    except ValueError:
        told = {}
    if not isinstance(told, dict):
        told = {}
    return ApiError(error.code, told.get("error"), told.get("msg", error.reason), told.get("field"))


def _part(value):
    text = str(value)
    if not text:
        raise ValueError("an empty part of a path names another call")
    return urllib.parse.quote(text, safe="")
`;

const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except False finally for from global if import in is lambda None nonlocal not or pass raise return self True try while with yield'.split(
    ' ',
  ),
);

const snake = (name: string): string =>
  name.replaceAll(/[^\w]/g, '_').replaceAll(/(?<=[a-z\d])([A-Z])/g, (letter) => `_${letter.toLowerCase()}`);

/** A name that Python accepts. */
function identifier(name: string): string {
  const given = snake(name);
  return KEYWORDS.has(given) ? `${given}_` : given;
}

const className = (resource: string): string => `_${resource[0]?.toUpperCase()}${resource.slice(1)}`;
const quoted = (text: string): string => JSON.stringify(text);

/** The first sentences of a docstring: meaning, right and what the body holds. */
function docstring(operation: Operation, body: Schema | undefined): string {
  const lines = [operation.summary];
  if (operation['x-right']) lines.push(`Right: ${operation['x-right']}.`);
  const { properties, required = [] } = body ?? {};
  if (properties && Object.keys(properties).length > 0) {
    const members = Object.keys(properties).map((name) => (required.includes(name) ? name : `[${name}]`));
    lines.push(`Body: ${members.join(', ')}.`);
  }
  for (const { name, description } of operation.parameters ?? []) {
    if (description) lines.push(`${identifier(name)}: ${description}`);
  }
  return lines.join('\n        ').replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}

function methodOf(path: string, method: string, operation: Operation): string {
  const { parameters = [], requestBody } = operation;
  const inPath = parameters.filter((one) => one.in === 'path');
  const query = parameters.filter((one) => one.in === 'query');
  const file = requestBody !== undefined && 'multipart/form-data' in requestBody.content;
  const body = requestBody?.content['application/json']?.schema;
  const given = [
    'self',
    ...inPath.map(({ name }) => identifier(name)),
    ...(file ? ['filename', 'content'] : []),
    ...(body && requestBody.required ? ['body'] : []),
    ...(body && !requestBody.required ? ['body=None'] : []),
    ...(query.length > 0 ? ['*'] : []),
    ...query.map(({ name, required }) => (required ? identifier(name) : `${identifier(name)}=None`)),
  ];
  const address = quoted(path).replaceAll(/\{(\w+)\}/g, (_, name: string) => `{_part(${identifier(name)})}`);
  const sent = [
    quoted(method.toUpperCase()),
    inPath.length > 0 ? `f${address}` : address,
    ...(query.length > 0
      ? [`query={${query.map(({ name }) => `${quoted(name)}: ${identifier(name)}`).join(', ')}}`]
      : []),
    ...(body ? ['body=body'] : []),
    ...(file ? ['file=(filename, content)'] : []),
    ...(operation.responses['200']?.content === undefined ? ['enveloped=False'] : []),
  ];
  const [, name = ''] = operation.operationId.split('.');
  return `
    def ${identifier(name)}(${given.join(', ')}):
        """${docstring(operation, body)}
        """
        return self._call(${sent.join(', ')})
`;
}

/**
 * A Python module of the standard library alone (3.9 or newer) with a method for each call of the documents, as
 * `client.devices.get(id)`.
 */
export function pythonClient(documents: readonly OpenApiDocument[]): string {
  const resources = new Map<string, string[]>();
  for (const { paths } of documents) {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const described = operation as Operation;
        const [resource = ''] = described.operationId.split('.');
        const made = resources.get(resource) ?? [];
        made.push(methodOf(path, method, described));
        resources.set(resource, made);
      }
    }
  }
  const names = [...resources.keys()].toSorted();
  const attributes = names.map((name) => `        self.${identifier(name)} = ${className(name)}(self)\n`);
  const classes = names.map(
    (name) => `\n\nclass ${className(name)}(_Calls):${resources.get(name)?.join('')}`,
  );
  const title =
    '"""The HTTP API of farm3d. Made from its OpenAPI documents by GET /openapi/clients/python."""\n';
  return title + RUNTIME.replace('RESOURCES\n', `${attributes.join('')}\n`) + classes.join('');
}
