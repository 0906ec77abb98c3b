@_spi(EndpointTool) @testable import EndpointTesting

/// Makes exchanges that a description has: for an operation, a request with one of its responses.
struct ContractSample {
    let document: OpenAPIDocument
    let isMinimal: Bool

    /// One exchange for each response of an operation and each of its media types, and one for each media type of the
    /// request.
    func exchanges(_ operation: OpenAPIDocument.Operation) -> [Interaction] {
        let contents = operation.requestBody?.content ?? []
        let others = contents.dropFirst().flatMap { exchanges(operation, request(operation, $0)).prefix(1) }
        return exchanges(operation, request(operation, contents.first)) + others
    }

    private func exchanges(_ operation: OpenAPIDocument.Operation, _ request: Interaction.Request) -> [Interaction] {
        operation.responses.flatMap { response -> [Interaction] in
            let contents: [OpenAPIDocument.Content?] = response.content.isEmpty ? [nil] : response.content
            return contents.map { content in
                var headers: HeaderFields = [:]
                for header in response.headers where !isMinimal || header.isRequired {
                    headers.append(header.name, text(sample(.response).value(header.schema), header))
                }
                if let content { headers.append("Content-Type", content.mediaType) }
                let body = content.map { data($0, sample(.response)) } ?? Data()
                return Interaction(request, .response(.init(status(response), headers: headers, body: body)))
            }
        }
    }

    private func sample(_ direction: SchemaSet.Direction) -> SchemaSample {
        SchemaSample(document: document, direction: direction, isMinimal: isMinimal)
    }

    private func status(_ response: OpenAPIDocument.Response) -> Int {
        if let status = Int(response.status) { return status }
        return Int(response.status.prefix(1)).map { $0 * 100 + 18 } ?? 418
    }

    private func request(
        _ operation: OpenAPIDocument.Operation, _ content: OpenAPIDocument.Content?
    ) -> Interaction.Request {
        var path = operation.path
        var query: [String] = []
        var headers: HeaderFields = [:]
        for parameter in operation.parameters where !isMinimal || parameter.isRequired {
            let value = sample(.request).value(parameter.schema)
            switch parameter.location {
            case .path: path = path.replacing("{\(parameter.name)}", with: encoded(text(value, parameter)))
            case .query: query += items(parameter.name, value, parameter)
            case .header: headers.append(parameter.name, text(value, parameter))
            case .cookie: break
            }
        }
        let base = (operation.servers + document.servers).first?.defaultURL ?? "https://api.example.com"
        let mark = path.contains("?") ? "&" : "?"
        let url = base + path + (query.isEmpty ? "" : mark + query.joined(separator: "&"))
        guard let body = operation.requestBody, !isMinimal || body.isRequired, let content else {
            return Interaction.Request(operation.method, url, headers: headers)
        }
        let type = content.mediaType == "multipart/form-data" ? "multipart/form-data; boundary=XX" : content.mediaType
        headers.append("Content-Type", type)
        return Interaction.Request(
            operation.method, url, headers: headers, body: .init(data(content, sample(.request)), contentType: type))
    }
}

extension ContractSample {
    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }

    private func items(_ name: String, _ value: JSONNode, _ parameter: OpenAPIDocument.Parameter) -> [String] {
        switch value {
        case .array(let elements) where parameter.explodes: elements.map { "\(name)=\(encoded(scalar($0)))" }
        case .array(let elements):
            elements.isEmpty ? [] : ["\(name)=\(elements.map { encoded(scalar($0)) }.joined(separator: ","))"]
        case .object(let members) where parameter.style == .deepObject:
            members.map { "\(name)[\($0.key)]=\(encoded(scalar($0.value)))" }
        case .object(let members): members.map { "\($0.key)=\(encoded(scalar($0.value)))" }
        default: ["\(name)=\(encoded(scalar(value)))"]
        }
    }

    private func text(_ value: JSONNode, _ parameter: OpenAPIDocument.Parameter) -> String {
        switch value {
        case .array(let elements): elements.map(scalar).joined(separator: ",")
        case .object(let members): members.flatMap { [$0.key, scalar($0.value)] }.joined(separator: ",")
        default: scalar(value)
        }
    }

    private func scalar(_ value: JSONNode) -> String { value.string ?? JSONPrinter.compact(value) }

    private func data(_ content: OpenAPIDocument.Content, _ sample: SchemaSample) -> Data {
        let value = sample.value(content.schema)
        switch content.mediaType {
        case "multipart/form-data": return multipart(value, content)
        case "application/x-www-form-urlencoded":
            guard case .object(let members) = value else { return Data() }
            let style = OpenAPIDocument.Parameter(
                name: "", location: .query, isRequired: false, style: .form, explodes: true, schema: nil,
                contentType: nil, node: content.node)
            return Data(members.flatMap { items($0.key, $0.value, style) }.joined(separator: "&").utf8)
        case let type where MediaType(type)?.isJSON == true: return Data(JSONPrinter.compact(value).utf8)
        default: return Data(scalar(value).utf8)
        }
    }

    private func multipart(_ value: JSONNode, _ content: OpenAPIDocument.Content) -> Data {
        guard case .object(let members) = value else { return Data() }
        var text = ""
        for member in members {
            let values = if case .array(let elements) = member.value { elements } else { [member.value] }
            for value in values {
                let isJSON = if case .object = value { true } else { false }
                text += "--XX\r\nContent-Disposition: form-data; name=\"\(member.key)\"\r\n"
                text += isJSON ? "Content-Type: application/json\r\n" : ""
                text += "\r\n\(scalar(value))\r\n"
            }
        }
        return Data((text + "--XX--\r\n").utf8)
    }
}
