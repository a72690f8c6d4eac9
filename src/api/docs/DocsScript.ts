/**
 * The script of the page at `/docs`. It shows the forms, and sends a request with the values of one. The API key stays in its
 * field, which has no name: the script puts it into no address and stores it nowhere.
 */
export const docsScript = `
{
  const keyField = document.querySelector("#key-field")
  const shown = document.body.querySelector("script").dataset.headers.split(" ")
  for (const hidden of document.querySelectorAll(".try")) hidden.hidden = false

  const requestOf = ({ dataset, elements }) => {
    const headers = dataset.keyed === undefined || keyField.value === "" ? {} : { Authorization: "Bearer " + keyField.value.trim() }
    const query = new URLSearchParams()
    let path = dataset.path
    for (const { dataset: { place, many }, name, value } of elements) {
      if (place === "path") path = path.replace("{" + name + "}", encodeURIComponent(value))
      else if (value === "") continue
      else if (place === "header") headers[name] = value
      else if (place === "query") for (const each of many === undefined ? [value] : value.trim().split(/\\s+/)) query.append(name, each)
    }
    return ["." + path + (query.size === 0 ? "" : "?" + query), { headers, cache: "no-store", credentials: "omit" }]
  }

  const readable = (text, type) => {
    try {
      return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text
    } catch {
      return text
    }
  }

  const send = async (form) => {
    const [status, head, body] = form.parentElement.querySelectorAll("[role=status], pre")
    const [address, options] = requestOf(form)
    head.hidden = body.hidden = true
    status.textContent = "Waiting for the response …"
    try {
      const response = await fetch(address, options)
      const text = readable(await response.text(), response.headers.get("Content-Type") ?? "")
      head.textContent = shown.flatMap((name) => response.headers.has(name) ? [name + ": " + response.headers.get(name)] : []).join("\\n")
      body.textContent = text
      head.hidden = false
      body.hidden = text === ""
      status.textContent = response.status + " " + response.statusText
    } catch (error) {
      status.textContent = "There is no response: " + error.message
    }
  }

  document.addEventListener("submit", (event) => {
    event.preventDefault()
    send(event.target)
  })
}
`
