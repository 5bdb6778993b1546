internal import Foundation

/// Who comes and who leaves.
extension LoadingBoard {
    mutating func ask(_ key: ImageKey, number: UInt64, _ asker: ImageAsker<Image>) {
        open(key)
        images[key]?.add(asker, number: number)
        queue(key)
    }

    mutating func prefetch(_ key: ImageKey) {
        // Somebody waits for it already, and so it comes.
        if let work = images[key], work.visibleAskerCount > 0 { return }
        open(key)
        images[key]?.isPrefetched = true
        queue(key)
    }

    /// An asker that still waits is answered that it was cancelled.
    mutating func leave(_ key: ImageKey, number: UInt64) {
        guard let asker = images[key]?.remove(number) else { return }
        consequences.answered.append((asker, .failure(.cancelled)))
        settle(key, from: asker.priority)
    }

    mutating func cancelPrefetch(_ key: ImageKey) {
        guard images[key]?.isPrefetched == true else { return }
        images[key]?.isPrefetched = false
        settle(key, from: .prefetched)
    }

    mutating func cancelAllPrefetches() {
        for key in images.keys { cancelPrefetch(key) }
    }

    /// Makes sure that there is work on an image and its bytes.
    private mutating func open(_ key: ImageKey) {
        guard images[key] == nil else { return }
        images[key] = ImageWork()
        if case .keeps(let picture) = pictures[key.url]?.stage {
            images[key]?.stage = .waits(picture)
        } else {
            let new = PictureWork(stage: hasDisk ? .waitsForDisk : .waitsForNetwork)
            pictures[key.url, default: new].sizes.insert(key)
        }
    }

    /// After an asker has left: what nobody wants any more ends, the rest may be less urgent than it was.
    private mutating func settle(_ key: ImageKey, from former: ImagePriority) {
        guard let work = images[key] else { return }
        if !work.isWanted {
            abandon(key)
        } else if work.priority < former {
            reconsider(key)
        }
    }

    private mutating func abandon(_ key: ImageKey) {
        switch images[key]?.stage {
        case .awaitsBytes:
            images[key] = nil
            pictures[key.url]?.sizes.remove(key)
            if pictures[key.url]?.sizes.isEmpty == true { abandonPicture(key.url) } else { reconsiderPicture(key.url) }
        case .waits:
            _ = decodes.leave(key)
            images[key] = nil
        case .decodes:
            images[key]?.isCancelled = true
            if let task = images[key]?.task { consequences.cancelled.append(task) }
        case nil: break
        }
    }

    private mutating func abandonPicture(_ url: URL) {
        switch pictures[url]?.stage {
        case .waitsForDisk:
            _ = reads.leave(url)
            pictures[url] = nil
        case .waitsForNetwork:
            _ = fetches.leave(url)
            pictures[url] = nil
        case .reads, .fetches:
            pictures[url]?.isCancelled = true
            if let task = pictures[url]?.task { consequences.cancelled.append(task) }
        case .keeps, nil: break
        }
    }

    /// Puts an image, or what it waits for, into its line as the newest of its priority.
    mutating func queue(_ key: ImageKey) {
        guard let work = images[key] else { return }
        switch work.stage {
        case .awaitsBytes: queuePicture(key.url)
        case .waits, .decodes: decodes.join(key, as: work.priority)
        }
    }

    mutating func queuePicture(_ url: URL) {
        switch pictures[url]?.stage {
        case .waitsForDisk, .reads: reads.join(url, as: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.join(url, as: priority(of: url))
        case .keeps, nil: break
        }
    }

    /// Moves what has become less urgent; the rest keeps its place in the line.
    private mutating func reconsider(_ key: ImageKey) {
        guard let work = images[key] else { return }
        switch work.stage {
        case .awaitsBytes: reconsiderPicture(key.url)
        case .waits, .decodes: decodes.lower(key, to: work.priority)
        }
    }

    private mutating func reconsiderPicture(_ url: URL) {
        switch pictures[url]?.stage {
        case .waitsForDisk, .reads: reads.lower(url, to: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.lower(url, to: priority(of: url))
        case .keeps, nil: break
        }
    }
}
