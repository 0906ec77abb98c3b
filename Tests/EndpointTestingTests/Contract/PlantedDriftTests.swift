import TestSupport
import Testing

@_spi(EndpointTool) @testable import EndpointTesting

@Suite(.needs(conformanceData: "openapi")) struct PlantedDriftTests {
    @Test func `each of twenty drifts in five public descriptions is found, and named in one sentence`() throws {
        var found: [Set<String>: Int] = [:]
        for drift in Drift.all {
            let findings = try drift.findings()
            #expect(findings.map(\.description) == [drift.words], "\(drift.operation)")
            found[[drift.file], default: 0] += findings.isEmpty ? 0 : 1
        }
        print("score: \(found.values.reduce(0, +)) of \(Drift.all.count) drifts in \(found.count) descriptions")
        #expect(Drift.all.count == 20)
        #expect(found.count == 5)
    }

    @Test func `the exchanges without their drifts have no difference`() throws {
        for drift in Drift.all { #expect(try drift.findings(planted: false) == [], "\(drift.operation)") }
    }
}

/// A difference planted in a valid exchange of a public description.
private struct Drift: Sendable {
    let file: String
    let operation: String
    let status: Int
    /// The whole sentence that has to be found.
    let words: String
    let plant: @Sendable (inout Interaction) throws -> Void

    init(
        _ file: String, _ operation: String, _ status: Int, _ words: String,
        _ plant: @escaping @Sendable (inout Interaction) throws -> Void
    ) {
        (self.file, self.operation, self.status, self.words, self.plant) = (file, operation, status, words, plant)
    }

    func findings(planted: Bool = true) throws -> [APIContract.Finding] {
        let contract = try #require(PublicDescription.all.first { $0.name.hasSuffix(file) }).contract.get()
        let sample = ContractSample(document: contract.document, isMinimal: false)
        let described = try #require(contract.document.operations.first { $0.name == operation })
        var interaction = try #require(sample.exchanges(described).first { $0.response?.status == status })
        if planted { try plant(&interaction) }
        return contract.findings(in: Cassette([interaction])).filter { !$0.isNote }
    }
}

extension Drift {
    static let all = petStore + expandedPetStore + patents + ticTacToe + openAI

    private static let petStore = [
        Drift("petstore.json", "listPets", 200, "operation listPets: query.limit is a string, not an integer") {
            $0.request.url = $0.request.url.replacing("limit=100", with: "limit=ten")
        },
        Drift("petstore.json", "listPets", 200, "operation listPets: query.limit is 101, not at most 100") {
            $0.request.url = $0.request.url.replacing("limit=100", with: "limit=101")
        },
        Drift(
            "petstore.json", "listPets", 200, "operation listPets, status 200: body[0].id is a string, not an integer"
        ) {
            try $0.respond(#"[{"id": "1", "name": "Momo"}]"#)
        },
        Drift("petstore.json", "createPets", 201, "operation createPets: body.name is missing") {
            $0.request.body?.data = Data(#"{"id": 1}"#.utf8)
        },
        Drift("petstore.json", "createPets", 201, "operation createPets: body is missing") { $0.request.body = nil },
        Drift(
            "petstore.json", "showPetById", 200,
            "operation showPetById, status 200: body is text/html, not application/json"
        ) {
            try $0.respond("<p>Sign in</p>", type: "text/html")
        },
    ]

    private static let expandedPetStore = [
        Drift(
            "expanded.json", "find pet by id", 200,
            "operation find pet by id: path.id is a string, not an integer"
        ) {
            $0.request.url = $0.request.url.replacing("/pets/1", with: "/pets/momo")
        },
        Drift("expanded.json", "findPets", 200, "operation findPets: query.color is not described") {
            $0.request.url += "&color=red"
        },
        Drift(
            "expanded.json", "deletePet", 204,
            "PUT https://petstore.swagger.io/v2/pets/1 is no operation: "
                + "/pets/{id} has no method PUT, only GET and DELETE"
        ) {
            $0.request.method = "PUT"
        },
        Drift("expanded.json", "addPet", 200, "operation addPet, status 200: body.id is null, not an integer") {
            try $0.respond(#"{"id": null, "name": "Momo"}"#)
        },
    ]

    private static let patents = [
        Drift("uspto.json", "perform-search", 200, "operation perform-search: body.criteria is missing") {
            $0.request.body?.data = Data("start=0".utf8)
        },
        Drift("uspto.json", "perform-search", 200, "operation perform-search: body.rows is a string, not an integer") {
            $0.request.body?.data = Data("criteria=a&rows=all".utf8)
        },
        Drift(
            "uspto.json", "list-data-sets", 200,
            "operation list-data-sets, status 201: the status is not described, only 200"
        ) {
            let response = try #require($0.response)
            $0.outcome = .response(.init(201, headers: response.headers, body: response.body))
        },
    ]

    private static let ticTacToe = [
        Drift("tictactoe.json", "put-square", 200, #"operation put-square: body is "Z", not ".", "X" or "O""#) {
            $0.request.body?.data = Data(#""Z""#.utf8)
        },
        Drift("tictactoe.json", "get-square", 200, "operation get-square: path.row is 4, not at most 3") {
            $0.request.url = $0.request.url.replacing("/board/1/1", with: "/board/4/1")
        },
        Drift(
            "tictactoe.json", "get-board", 200,
            "operation get-board, status 200: body.board has 2 elements, fewer than 3"
        ) {
            try $0.respond(#"{"board": [["X", "O", "."], [".", ".", "."]]}"#)
        },
    ]

    private static let openAI = [
        Drift(
            "openai.json", "retrieveModel", 200,
            #"operation retrieveModel, status 200: body.object is "modle", not "model""#
        ) {
            try $0.respond(#"{"id": "a", "object": "modle", "created": 1, "owned_by": "b"}"#)
        },
        Drift(
            "openai.json", "createModeration", 200,
            "operation createModeration: body.input is an integer, not a string or an array"
        ) {
            $0.request.body?.data = Data(#"{"input": 1}"#.utf8)
        },
        Drift(
            "openai.json", "listChatCompletions", 200,
            #"operation listChatCompletions: query.order is "up", not "asc" or "desc""#
        ) {
            $0.request.url = $0.request.url.replacing("order=asc", with: "order=up")
        },
        Drift("openai.json", "deleteFile", 200, "operation deleteFile, status 200: body is not JSON") {
            try $0.respond(#"{"id": "a", "#)
        },
    ]
}

extension Interaction {
    /// Replaces the body of the response.
    fileprivate mutating func respond(_ body: String, type: String = "application/json") throws {
        var response = try #require(response)
        response.headers["Content-Type"] = type
        response.body = Data(body.utf8)
        outcome = .response(response)
    }
}
