/// A name in Swift, which is written with backticks where it is a reserved word.
struct SwiftIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The name without backticks.
    let plain: String

    /// The name as a declaration or an expression has it.
    var description: String { SwiftName.escaped(plain) }

    /// The name as the label of an argument in a call.
    var label: String { SwiftName.escapedArgument(plain) }
}

/// Gives the inputs of one endpoint, wherever they are sent, and the constants of its functions names that differ.
struct InputNames {
    private var table = NameTable(taken: ReservedNames.endpointMembers)

    init() {}

    /// Names beside those that the inputs have already.
    init(besides inputs: some Sequence<Input>) {
        table = NameTable(taken: inputs.map(\.name.plain) + ReservedNames.endpointMembers)
    }

    /// The name for what the API calls so: an item of a query, a header, a part of a form.
    mutating func name(of item: String) -> SwiftIdentifier {
        let name = SwiftName.lower(item)
        return self.name(among: name, name + "Value")
    }

    /// The first of the names that is free, or else the last one with a number.
    mutating func name(among candidates: String...) -> SwiftIdentifier {
        SwiftIdentifier(plain: table.name(among: candidates))
    }
}
