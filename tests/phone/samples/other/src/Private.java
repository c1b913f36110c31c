package io.reprise.other;

/** See the manifest. */
public class Private extends Told {}
