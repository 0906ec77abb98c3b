/// What was asked, as far as a failure knows.
struct AskedRequest {
    /// As the endpoint made it.
    let relative: URLRequest

    /// With the URL that answered, if the endpoint's was relative.
    let absolute: URLRequest

    init(_ request: URLRequest?, _ response: HTTPURLResponse?) {
        let answered = Redaction.standard.url(response?.url ?? URL(string: "about:blank")!)
        relative = request ?? URLRequest(url: answered)
        var absolute = relative
        if relative.url?.scheme == nil, answered.scheme != nil { absolute.url = answered }
        self.absolute = absolute
    }
}
