import EndpointTesting

/// Uploads a body and reads what the server has received of it.
struct ReceiptEndpoint: JsonEndpoint, UploadEndpoint {
    typealias Content = Receipt

    let body: UploadEndpointBody

    func makeRequest() throws -> (URLRequest, UploadEndpointBody) {
        (try .post("uploads"), body)
    }
}
