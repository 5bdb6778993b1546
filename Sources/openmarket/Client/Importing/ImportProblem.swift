/// What is wrong with a line, or with a whole file from that line on.
struct ImportProblem: Error, Hashable, Sendable {
    let line: Int
    let sentence: String
}
