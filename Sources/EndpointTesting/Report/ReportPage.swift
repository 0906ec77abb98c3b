/// The page around the data of a report: markup, style and script, which contain nothing of the files.
///
/// The data are in elements that browsers do not run, and the script shows them as text. Besides, the page's Content
/// Security Policy (CSP Level 3) allows only this script and this style, by their hashes, and no request at all.
enum ReportPage {
    /// The page with data, in UTF-8.
    static func html(_ data: ReportData) -> Data {
        var page = Data(opening.utf8)
        page += escaped(data.summary)
        page += Data("</script>\n<script type=\"text/plain\" id=\"report-details\">".utf8)
        page += escaped(data.lines)
        page += Data(closing.utf8)
        return page
    }

    /// JSON in which no character has a meaning for HTML. They occur only in strings, where an escape may stand for
    /// each.
    private static func escaped(_ json: [UInt8]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(json.count + json.count / 64)
        for byte in json {
            switch byte {
            case UInt8(ascii: "<"): bytes += "\\u003c".utf8
            case UInt8(ascii: ">"): bytes += "\\u003e".utf8
            case UInt8(ascii: "&"): bytes += "\\u0026".utf8
            default: bytes.append(byte)
            }
        }
        return Data(bytes)
    }

    private static let script =
        "(() => {\n\"use strict\";\n"
        + [dataScript, filterScript, listScript, bodyScript, codeScript, detailScript, pageScript].joined() + "})();\n"

    private static let opening = """
        <!doctype html>
        <html lang="en" data-theme="light">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="referrer" content="no-referrer">
        <title>Report</title>
        <style>\(style)</style>
        </head>
        <body>
        \(markup)<script type="application/json" id="report-data">
        """

    private static let closing = "</script>\n<script>\(script)</script>\n</body>\n</html>\n"

    private static let policy =
        "default-src 'none'; script-src \(hash(of: script)); style-src \(hash(of: style)); img-src data:; "
        + "base-uri 'none'; form-action 'none'"

    /// The hash of an inline script or style in a policy.
    private static func hash(of text: String) -> String {
        "'sha256-\(Data(SHA256Digest(text.utf8).bytes).base64EncodedString())'"
    }
}
