/// The options of the command line.
struct FuzzOptions: Sendable {
    enum Problem: Error {
        case usage(String)
        case emptyCorpus
        case largeInput(file: String)
    }

    static let usage = """
        USAGE: openmarket-fuzz [--inputs N] [--seconds S] [--seed N] [--first N] [--jobs N]
                               [--target multipart|json|fields|query|all] [--keep FOLDER] FOLDER…
               openmarket-fuzz --replay FILE

          --inputs N     How many inputs to make (default: 1000000; with --seconds: no bound).
          --seconds S    When to stop.
          --seed N       What the inputs are made of, with their numbers and the corpus (default: another one each time,
                         which is printed).
          --first N      The number of the first input (default: 0). With --inputs 1 it is the only one,
                         and stays as a file.
          --jobs N       How many inputs are worked on at once (default: 1).
          --target T     What reads them: multipart, json, fields, query or all in turn
                         (default: all).
          --keep FOLDER  Where inputs that fail are written, and the one that is being read (default: here).
          --replay FILE  Read one input in every split into two and many others.

        The folders are the corpus. First, each input that an earlier run has kept there is read as with --replay.

        """

    var inputCount: UInt64 = 1_000_000
    var seconds: Double?
    var seed = UInt64.random(in: 0..<1_000_000_000)
    var first: UInt64 = 0
    var jobCount = 1
    var targets = TargetName.allCases
    var keepFolder = "."
    var corpusFolders: [String] = []
    var replayedFile: String?

    init(_ arguments: [String]) throws(Problem) {
        var rest = arguments[...]
        var isCounted = false
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                corpusFolders.append(argument)
                continue
            }
            guard let value = rest.popFirst() else { throw .usage("\(argument) needs a value") }
            switch argument {
            case "--inputs":
                inputCount = try Self.number(value)
                isCounted = true
            case "--seconds": seconds = Double(try Self.number(value))
            case "--seed": seed = try Self.number(value)
            case "--first": first = try Self.number(value)
            case "--jobs": jobCount = Int(clamping: max(1, try Self.number(value)))
            case "--target": targets = try Self.targets(value)
            case "--keep": keepFolder = value
            case "--replay": replayedFile = value
            default: throw .usage("\(argument) is unknown")
            }
        }
        if seconds != nil, !isCounted { inputCount = .max / 2 }
        if corpusFolders.isEmpty, replayedFile == nil { throw .usage("the corpus's folder is missing") }
    }

    private static func number(_ text: String) throws(Problem) -> UInt64 {
        guard let number = UInt64(text) else { throw .usage("\(text) is no number") }
        return number
    }

    private static func targets(_ text: String) throws(Problem) -> [TargetName] {
        if text == "all" { return TargetName.allCases }
        guard let target = TargetName(rawValue: text) else { throw .usage("\(text) is no target") }
        return [target]
    }
}
