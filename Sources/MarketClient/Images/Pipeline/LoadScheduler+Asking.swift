internal import Foundation

/// Adding and removing waiters and prefetches.
extension LoadScheduler {
    mutating func ask(_ key: ImageKey, number: UInt64, _ waiter: ImageWaiter<Image>) {
        open(key)
        imageLoads[key]?.add(waiter, number: number)
        queue(key)
    }

    mutating func prefetch(_ key: ImageKey) {
        // A visible waiter already causes it to be loaded.
        if let work = imageLoads[key], work.visibleWaiterCount > 0 { return }
        open(key)
        imageLoads[key]?.isPrefetched = true
        queue(key)
    }

    /// Removes a waiter. One that is still waiting receives a cancellation error.
    mutating func leave(_ key: ImageKey, number: UInt64) {
        guard let waiter = imageLoads[key]?.remove(number) else { return }
        effects.answered.append((waiter, .failure(.cancelled)))
        settle(key, from: waiter.priority)
    }

    mutating func cancelPrefetch(_ key: ImageKey) {
        guard imageLoads[key]?.isPrefetched == true else { return }
        imageLoads[key]?.isPrefetched = false
        settle(key, from: .prefetched)
    }

    mutating func cancelAllPrefetches() {
        for key in imageLoads.keys { cancelPrefetch(key) }
    }

    /// Ensures that the image and its bytes are being loaded.
    private mutating func open(_ key: ImageKey) {
        guard imageLoads[key] == nil else { return }
        imageLoads[key] = ImageSizeLoad()
        if case .keeps(let image) = dataLoads[key.url]?.stage {
            imageLoads[key]?.stage = .waits(image)
        } else {
            let new = ImageDataLoad(stage: hasDisk ? .waitsForDisk : .waitsForNetwork)
            dataLoads[key.url, default: new].sizes.insert(key)
        }
    }

    /// Cancels an image that is no longer wanted after a waiter has left, or lowers its priority.
    private mutating func settle(_ key: ImageKey, from former: ImagePriority) {
        guard let work = imageLoads[key] else { return }
        if !work.isWanted {
            abandon(key)
        } else if work.priority < former {
            reconsider(key)
        }
    }

    private mutating func abandon(_ key: ImageKey) {
        switch imageLoads[key]?.stage {
        case .awaitsBytes:
            imageLoads[key] = nil
            dataLoads[key.url]?.sizes.remove(key)
            if dataLoads[key.url]?.sizes.isEmpty == true {
                abandonDataLoad(key.url)
            } else {
                reconsiderDataLoad(key.url)
            }
        case .waits:
            _ = decodes.leave(key)
            imageLoads[key] = nil
        case .decodes:
            imageLoads[key]?.isCancelled = true
            if let task = imageLoads[key]?.task { effects.cancelled.append(task) }
        case nil: break
        }
    }

    private mutating func abandonDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk:
            _ = reads.leave(url)
            dataLoads[url] = nil
        case .waitsForNetwork:
            _ = fetches.leave(url)
            dataLoads[url] = nil
        case .reads, .fetches:
            dataLoads[url]?.isCancelled = true
            if let task = dataLoads[url]?.task { effects.cancelled.append(task) }
        case .keeps, nil: break
        }
    }

    /// Enqueues an image, or the load of its bytes, as the newest of its priority.
    mutating func queue(_ key: ImageKey) {
        guard let work = imageLoads[key] else { return }
        switch work.stage {
        case .awaitsBytes: queueDataLoad(key.url)
        case .waits, .decodes: decodes.join(key, as: work.priority)
        }
    }

    mutating func queueDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.join(url, as: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.join(url, as: priority(of: url))
        case .keeps, nil: break
        }
    }

    /// Requeues an image whose priority was lowered; otherwise it keeps its position.
    private mutating func reconsider(_ key: ImageKey) {
        guard let work = imageLoads[key] else { return }
        switch work.stage {
        case .awaitsBytes: reconsiderDataLoad(key.url)
        case .waits, .decodes: decodes.lower(key, to: work.priority)
        }
    }

    private mutating func reconsiderDataLoad(_ url: URL) {
        switch dataLoads[url]?.stage {
        case .waitsForDisk, .reads: reads.lower(url, to: priority(of: url))
        case .waitsForNetwork, .fetches: fetches.lower(url, to: priority(of: url))
        case .keeps, nil: break
        }
    }
}
