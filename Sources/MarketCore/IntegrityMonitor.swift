internal import Synchronization

/// What has been found damaged since this process began: the database, and single pictures.
///
/// Once the database is damaged it stays so until somebody has looked after it and started the market again. Where what
/// people have stored is damaged, nothing is written into it meanwhile, for that could make it worse. A picture is damaged until its file is found whole, or gone.
public final class IntegrityMonitor: Sendable {
    public enum Part: String, Sendable {
        case database, images
    }

    /// So many damaged files are told apart; in a folder with more, single ones don't matter any more.
    static let rememberedFiles = 1000

    private struct State {
        var databaseDamage: String?
        /// By path.
        var files: [String: String] = [:]
    }

    private let report: @Sendable (Part, String) -> Void
    private let areWritesStopped = Atomic(false)
    private let state = Mutex(State())

    /// - Parameter report: told once of a damaged database, and once of each damaged file, for the log.
    public init(report: @escaping @Sendable (Part, String) -> Void = { _, _ in }) {
        self.report = report
    }

    /// Whether nothing may be written into the database any more. Costs next to nothing.
    public var stopsWrites: Bool { areWritesStopped.load(ordering: .acquiring) }

    /// What is wrong with a part, for logs; nil when nothing is known to be.
    public func damage(of part: Part) -> String? {
        state.withLock { state in
            switch part {
            case .database: state.databaseDamage
            case .images: state.files.values.first.map { "\(state.files.count) damaged files, such as: \($0)" }
            }
        }
    }

    /// - Parameter stopsWrites: no, where only counts or search indexes are wrong, which can be made anew.
    public func databaseIsDamaged(_ reason: String, stopsWrites: Bool = true) {
        let isNews = state.withLock { state in
            let isNews = state.databaseDamage == nil || stopsWrites && !self.stopsWrites
            if isNews { state.databaseDamage = reason }
            if stopsWrites { areWritesStopped.store(true, ordering: .releasing) }
            return isNews
        }
        if isNews { report(.database, reason) }
    }

    public func fileIsDamaged(_ path: String, _ reason: String) {
        let isNews = state.withLock { state in
            guard state.files[path] == nil, state.files.count < Self.rememberedFiles else { return false }
            state.files[path] = reason
            return true
        }
        if isNews { report(.images, reason) }
    }

    /// The file was found whole, or it is gone.
    public func fileIsInOrder(_ path: String) {
        state.withLock { _ = $0.files.removeValue(forKey: path) }
    }
}
